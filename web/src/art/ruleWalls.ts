/* A wall of each rule set in the middle of a game, as its picture. The prints are those of the components; tests compare. */
import type { Rules } from '../model/types';
import type { WallPicture } from './WallArt';

const GREY = ['.....', '.....', '.....', '.....', '.....'];

export const RULE_WALLS: Record<Rules, WallPicture> = {
  classic: {
    rows: ['BYR.T', 'TB..K', '.TBY.', 'R..BY', '...TB'],
    prints: ['BYRKT', 'TBYRK', 'KTBYR', 'RKTBY', 'YRKTB'],
    shape: 'square',
  },
  grey: { rows: ['B.K..', '..BY.', 'T....', '.R..B', '..Y.K'], prints: GREY, shape: 'square' },
  crystal1: {
    rows: ['B.R..', '.Y..B', 'K...R', '.T...', '....Y'],
    prints: ['...K.', 'T....', '..Y..', '....B', '.R...'],
    shape: 'square',
    doubled: true,
    largeSeal: { row: 3, column: 2 },
  },
  crystal2: {
    rows: ['Y...T', '.B..K', 'R.T..', '...Y.', 'K..T.'],
    prints: ['.....', '.B.R.', '..T..', '.K.Y.', '.....'],
    shape: 'square',
  },
  duel: {
    rows: ['YKRB.K', 'T*TK.B', 'T..R.K', '.KB...', 'B..B..', '.T.Y..'],
    prints: ['YKJBSK', 'TSTKRB', 'TYTRTK', 'JKBSRJ', 'BKTB  ', 'STJY  '],
    shape: 'disc',
  },
};
