/* The set-up of a game on this device; the last choice is remembered. */
import { useState } from 'preact/hooks';
import { botAt, levelsOf, seatNames } from '../model/bots';
import { range } from '../model/counts';
import { botWords, seatsOf } from '../game/names';
import { RULES, type GameOptions, type Rules } from '../model/types';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { readStored, writeStored } from '../settings/settings';
import { FIRST_TABLETS, PlayerCount, RuleCards, SeatField, StarterField, TabletChoice } from './SetupParts';

const KEY = 'azulejo.setup';

/** Set-up as the player left it; levels, 0 a person. It is kept with names. */
export interface Setup {
  rules: Rules;
  seats: number[];
  starter: number | null;
  seed: string;
  tablets: string[] | null;
}

const FIRST: Setup = { rules: 'classic', seats: [0, 5], starter: null, seed: '', tablets: FIRST_TABLETS };

export function loadSetup(): Setup {
  const stored = readStored(KEY) as Partial<Setup> | null;
  if (!stored || !RULES.includes(stored.rules as Rules) || !Array.isArray(stored.seats)) return FIRST;
  const seats = levelsOf(stored.seats);
  return { ...FIRST, ...stored, seats: seats.length >= 2 && seats.length <= 4 ? seats : FIRST.seats };
}

export const keepSetup = (setup: Setup): boolean => writeStored(KEY, { ...setup, seats: seatNames(setup.seats) });

/** The seats that play: two in Duel, whatever was chosen for the others. */
const playing = ({ rules, seats }: Setup): number[] => (rules === 'duel' ? seats.slice(0, 2) : seats);

export function optionsOf(setup: Setup): GameOptions {
  const levels = playing(setup);
  const starter = setup.starter !== null && setup.starter < levels.length ? setup.starter : null;
  return { rules: setup.rules, seats: seatsOf(levels), starter, seed: setup.seed || randomSeed(), tablets: setup.tablets };
}

const randomSeed = (): string => String(crypto.getRandomValues(new BigUint64Array(1))[0]);

export function setupWords(t: Translate, setup: Setup): string {
  const levels = playing(setup);
  const bots = levels.filter((l) => l > 0).map((l) => botWords(t, botAt(l)));
  const game = t('setup-summary', { rules: t(`rules-${setup.rules}`), players: String(levels.length) });
  return bots.length ? `${game} ${t('setup-against', { bots: [...new Set(bots)].join(', ') })}` : game;
}

interface Props {
  setup: Setup;
  change: (part: Partial<Setup>) => void;
}

/** Drawn when it is opened: most visitors just play. */
export function SetupForm(props: Props) {
  const { t } = usePage();
  const [open, setOpen] = useState(false);
  return (
    <details class="setup" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{t('setup')}</summary>
      {open && <Fields {...props} />}
    </details>
  );
}

function Fields({ setup, change }: Props) {
  const { t } = usePage();
  const levels = playing(setup);
  const resize = (n: number) => change({ seats: range(n).map((i) => setup.seats[i] ?? 5), starter: null });
  return (
    <>
      <RuleCards rules={setup.rules} onChange={(rules) => change({ rules })} />
      <fieldset>
        <legend>{t('players')}</legend>
        <PlayerCount rules={setup.rules} count={setup.seats.length} onChange={resize} />
        {levels.map((level, i) => (
          <SeatField key={i} n={i + 1} level={level} person={t('person')} onChange={(l) => change({ seats: setup.seats.with(i, l) })} />
        ))}
        <StarterField starter={setup.starter} count={levels.length} onChange={(starter) => change({ starter })} />
      </fieldset>
      {setup.rules === 'duel' && <TabletChoice tablets={setup.tablets} onChange={(tablets) => change({ tablets })} />}
      <label class="field">
        <span>{t('seed')}</span>
        <input
          type="text"
          value={setup.seed}
          maxLength={64}
          placeholder={t('by-chance')}
          onInput={(e) => change({ seed: e.currentTarget.value.trim() })}
        />
      </label>
    </>
  );
}
