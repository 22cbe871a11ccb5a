/* The first games, and for each other wall what differs: a fixed shuffle and a script. What is said stands in the texts
 * as learn-RULES-N; here stands only what is done. A test plays them through the engine. */

import type { Rules } from '../model/types';

export interface LessonStep {
  /** The move that the learner makes, in its short text; without one the step is read. */
  play?: string;
  /** What happens by itself afterwards, both seats. */
  then?: string[];
  /** The part of the table that the words speak of. */
  /** The round is over: said before the next deal is shown. */
  over?: true;
  light?: 'offer' | 'centre' | 'lines' | 'wall' | 'floor' | 'score' | 'tablets' | 'display';
}

export interface Lesson {
  rules: Rules;
  seed: string;
  /** Moves before the first step. */
  before: string[];
  steps: LessonStep[];
}

const CLASSIC: Lesson = {
  rules: 'classic',
  seed: '10',
  before: [],
  steps: [
    { light: 'offer' },
    { play: '2T2', then: ['1B1'] },
    { play: '3B1', then: ['4B2'] },
    { play: 'cK3', then: ['5B2'] },
    { play: 'cR4', then: ['cT3'] },
    { play: 'cY5', then: ['cK4'] },
    { light: 'score', over: true },
    { play: '5B2', then: ['4K4'] },
    { light: 'wall' },
    {},
  ],
};

const DUEL: Lesson = {
  rules: 'duel',
  seed: '4',
  before: ['S1/2@3'],
  steps: [
    { light: 'offer' },
    { play: 'S6/0@3' },
    { play: '1K2:YR', then: ['LY2'] },
    { play: '2Y1:TKT', then: ['4T1:KBB'] },
    { play: 'mB3', then: ['S4/0@5'] },
    { play: 'J8/3@6', then: ['J4/0@7', 'mB3', 'mK4', '3T4:BBY', 'mR6', 'mT4', 'mY5', 'mK5', 'mB3', 'mB6', 'chip1', 'mT4', 'chip3'] },
    { play: 'chip4', then: ['chip2', 'draw', 'draw', 'stop', 'J7/2@9'] },
    { play: '4@5$T,YT' },
    { light: 'tablets', over: true },
    {},
  ],
};

/** The rest of a round's offer, and then the own tiles find their places. */
const GREY: Lesson = {
  rules: 'grey',
  seed: '103',
  before: '1R2 2Y3 4B1 3K4 5B3 cT5 cK4 cR2 cY5'.split(' '),
  steps: [{ light: 'wall' }, { play: '1@1' }, { play: '2@2' }, { play: '3@2', then: ['2@3', '3@2'] }, { light: 'floor', over: true }, {}],
};

const CRYSTAL1: Lesson = {
  rules: 'crystal1',
  seed: '37',
  before: '1Y1 cR3 3K3 4K4 2T2 5K4 cK3 cB5 cY4'.split(' '),
  steps: [
    { light: 'wall' },
    { play: '1@1' },
    { play: '2@1' },
    { play: '3@1' },
    { play: '4@2', then: ['5@3'] },
    { light: 'floor', over: true },
    {},
  ],
};

const CRYSTAL2: Lesson = {
  rules: 'crystal2',
  seed: '56',
  before: '1B2 3K2 cT3 cR3 2Y1 4Y4 5T3 cR5 cB4 cK1'.split(' '),
  steps: [{ light: 'wall' }, { play: '1@2' }, { play: '2@2' }, { play: '3@2', then: ['1@1', '3@1'] }, { light: 'floor', over: true }, {}],
};

export const LESSONS: Record<Rules, Lesson> = { classic: CLASSIC, grey: GREY, crystal1: CRYSTAL1, crystal2: CRYSTAL2, duel: DUEL };
