/* The set-up of a game on this device, in pictures. Play stays in reach; the last choice is remembered. */
import { useState } from 'preact/hooks';
import { Face } from '../art/Face';
import { Tile } from '../art/pieces';
import { botName } from '../game/names';
import {
  keepSetup,
  loadSetup,
  LONGEST_NAME,
  namelessWords,
  optionsOf,
  playing,
  SEAT_TILES,
  setupWords,
  USUAL,
  type Setup,
} from '../game/setup';
import { botAt, LEVELS } from '../model/bots';
import { range } from '../model/counts';
import type { GameOptions } from '../model/types';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { PlayerCount, RuleCards, StarterField, TabletChoice } from './SetupParts';

interface Props {
  /** A game is on its way. */
  busy: boolean;
  /** What went wrong, if anything did. */
  fault: string;
  onPlay: (options: GameOptions) => void;
  onLeave: () => void;
}

export function SetupScreen({ busy, fault, onPlay, onLeave }: Props) {
  const { t } = usePage();
  const [setup, setSetup] = useState(loadSetup);
  const change = (part: Partial<Setup>) => {
    const next = { ...setup, ...part };
    setSetup(next);
    keepSetup(next);
  };
  return (
    <div class="setup-screen">
      <header class="setup-head">
        <button type="button" class="button" data-leave onClick={onLeave}>
          <span aria-hidden="true">‹ </span>
          {t('setup-leave')}
        </button>
        <Heading>{t('setup')}</Heading>
      </header>
      <main class="setup-fields">
        <div class="whole">
          <RuleCards rules={setup.rules} onChange={(rules) => change({ rules })} />
        </div>
        <Players setup={setup} change={change} />
        {setup.rules === 'duel' && (
          <div class="whole">
            <TabletChoice tablets={setup.tablets} onChange={(tablets) => change({ tablets })} />
          </div>
        )}
        <More setup={setup} change={change} />
      </main>
      <footer class="setup-foot">
        <p class={fault ? 'message' : 'quiet'} role={fault ? 'alert' : undefined}>
          {fault || setupWords(t, setup)}
        </p>
        <button
          type="button"
          class="button primary big"
          data-play
          aria-busy={busy}
          aria-disabled={busy}
          onClick={() => busy || onPlay(optionsOf(setup))}
        >
          {t('setup-play')}
        </button>
      </footer>
    </div>
  );
}

interface PartProps {
  setup: Setup;
  change: (part: Partial<Setup>) => void;
}

function Players({ setup, change }: PartProps) {
  const { t } = usePage();
  const levels = playing(setup);
  const resize = (n: number) => change({ seats: range(n).map((i) => setup.seats[i] ?? rival(levels)), starter: null });
  return (
    <>
      <fieldset>
        <legend>{t('players')}</legend>
        <PlayerCount rules={setup.rules} count={setup.seats.length} onChange={resize} />
        <div class="seat-cards">
          {levels.map((level, i) => (
            <SeatCard key={i} i={i} setup={setup} change={change} level={level} />
          ))}
        </div>
      </fieldset>
      {levels.some((l) => l > 0) && <Strength setup={setup} change={change} />}
    </>
  );
}

/** A bot that joins is as strong as those who are there. */
const rival = (levels: number[]): number => levels.find((l) => l > 0) ?? USUAL;

function SeatCard({ i, level, setup, change }: PartProps & { i: number; level: number }) {
  const { t } = usePage();
  const levels = playing(setup);
  const alone = levels.filter((l) => l === 0).length === 1;
  const sit = (next: number) => change({ seats: setup.seats.with(i, next) });
  const rename = (name: string) => change({ names: range(4).map((n) => (n === i ? name : (setup.names[n] ?? ''))) });
  return (
    <div class="seat-card" role="group" aria-label={t('seat', { n: i + 1 })}>
      <span class="seat-face" aria-hidden="true">
        {level > 0 ? <Face bot={botAt(level)} close /> : <Tile piece={SEAT_TILES[i]!} shape="square" />}
      </span>
      {level > 0 ? (
        <span class="seat-name">
          {botName(t, botAt(level))} <small>{t('level', { n: level })}</small>
        </span>
      ) : alone ? (
        <span class="seat-name">{t('you')}</span>
      ) : (
        <input
          type="text"
          class="seat-name"
          aria-label={t('name-of-player', { n: i + 1 })}
          value={setup.names[i] ?? ''}
          maxLength={LONGEST_NAME}
          placeholder={namelessWords(t, i)}
          autocomplete="off"
          onInput={(e) => rename(e.currentTarget.value)}
        />
      )}
      <span class="segmented seat-kind" role="radiogroup" aria-label={t('seat', { n: i + 1 })}>
        <label>
          <input type="radio" name={`kind-${i}`} checked={level === 0} onChange={() => sit(0)} />
          <span>{t('seat-person')}</span>
        </label>
        <label>
          <input type="radio" name={`kind-${i}`} checked={level > 0} onChange={() => sit(rival(levels))} />
          <span>{t('seat-bot')}</span>
        </label>
      </span>
    </div>
  );
}

/** How strong the bots are: one touch for all of them, or for one. */
function Strength({ setup, change }: PartProps) {
  const { t } = usePage();
  const [meant, setMeant] = useState<number | null>(null);
  const levels = playing(setup);
  const bots = range(levels.length).filter((i) => levels[i]! > 0);
  const one = meant !== null && bots.includes(meant) && bots.length > 1 ? meant : null;
  const level = levels[one ?? bots[0]!]!;
  const bot = botAt(level);
  const set = (to: number) => change({ seats: setup.seats.map((l, i) => (l > 0 && (one === null || one === i) ? to : l)) });
  return (
    <fieldset class="strength">
      <legend>{t('how-strong')}</legend>
      {bots.length > 1 && (
        <div class="segmented" role="radiogroup" aria-label={t('how-strong')}>
          {[null, ...bots].map((i) => (
            <label key={i}>
              <input type="radio" name="meant" checked={one === i} onChange={() => setMeant(i)} />
              <span>{i === null ? t('all-bots') : t('seat', { n: i + 1 })}</span>
            </label>
          ))}
        </div>
      )}
      <div class="faces">
        {LEVELS.map((id, i) => (
          <label key={id} class="face-choice" title={botName(t, id)}>
            <input
              type="radio"
              name="level"
              class="unseen"
              checked={level === i + 1}
              aria-label={t('bot-of-level', { who: botName(t, id), n: i + 1 })}
              onChange={() => set(i + 1)}
            />
            <Face bot={id} close />
          </label>
        ))}
        <span class="faces-ends" aria-hidden="true">
          <span>{t('gentle')}</span>
          <span>{t('strong')}</span>
        </span>
      </div>
      <div class="character" aria-live="polite">
        <Face bot={bot} />
        <p>
          <strong>{botName(t, bot)}</strong> <small>{t('level', { n: level })}</small>
          <br />
          {t(`bot-character-${level}`)}
        </p>
      </div>
    </fieldset>
  );
}

/** What few want. */
function More({ setup, change }: PartProps) {
  const { t } = usePage();
  return (
    <details class="setup whole" open={setup.seed !== '' || setup.starter !== null}>
      <summary>{t('setup-more')}</summary>
      <StarterField starter={setup.starter} count={playing(setup).length} onChange={(starter) => change({ starter })} />
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
    </details>
  );
}
