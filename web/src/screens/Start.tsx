/* The first page: a game in one click, and the set-up for those who want more. */
import { useState } from 'preact/hooks';
import { Tile, type Piece } from '../art/pieces';
import { range } from '../board/counts';
import { Tablet } from '../board/Tablet';
import { RULES, type GameOptions, type Rules, type Seat } from '../game/types';
import { LANGUAGE_NAMES, LANGUAGES, type Translate } from '../text/text';
import { usePage } from '../ui/context';
import { readStored, writeStored } from '../ui/settings';

const KEY = 'azulejo.setup';
const TABLETS = ['a', 'b', 'c', 'd'];

/** Set-up as the player left it; levels 1 to 7, 0 a person. */
export interface Setup {
  rules: Rules;
  seats: number[];
  starter: number | null;
  seed: string;
  tablets: string[] | null;
}

export const FIRST: Setup = { rules: 'classic', seats: [0, 3], starter: null, seed: '', tablets: ['a1', 'b1', 'c1'] };

function loadSetup(): Setup {
  const stored = readStored(KEY) as Partial<Setup> | null;
  if (!stored || !RULES.includes(stored.rules as Rules) || !Array.isArray(stored.seats)) return FIRST;
  const seats = stored.seats.filter((n) => Number.isInteger(n) && n >= 0 && n <= 7);
  return { ...FIRST, ...stored, seats: seats.length >= 2 && seats.length <= 4 ? seats : FIRST.seats };
}

export function optionsOf(setup: Setup, t: Translate): GameOptions {
  const count = setup.rules === 'duel' ? 2 : setup.seats.length;
  const people = setup.seats.slice(0, count).filter((s) => s === 0).length;
  const seats = setup.seats.slice(0, count).map((level, i): Seat => {
    if (level === 0) return { kind: 'person', name: people === 1 ? t('you') : t('player', { n: i + 1 }) };
    return { kind: 'bot', level, name: t('bot-name', { n: i }) };
  });
  return { rules: setup.rules, seats, starter: setup.starter, seed: setup.seed || randomSeed(), tablets: setup.tablets };
}

const randomSeed = (): string => crypto.getRandomValues(new Uint32Array(2)).join('');

interface Props {
  onPlay: (options: GameOptions) => void;
  onResume: (() => void) | null;
  /** A record that the visitor chose to open. */
  onRecord: (record: string) => void;
  /** Null where this page comes without a server. */
  onOnline: (() => void) | null;
  onLearn: (rules: 'classic' | 'duel') => void;
  onEditor: () => void;
  /** What went wrong, if anything did. */
  fault: string;
  onHelp: () => void;
  onSettings: () => void;
}

export function Start({ onPlay, onResume, onRecord, onOnline, onLearn, onEditor, fault, onHelp, onSettings }: Props) {
  const { t, settings, set } = usePage();
  const [setup, setSetup] = useState(loadSetup);
  const change = (part: Partial<Setup>) => setSetup({ ...setup, ...part });
  const play = () => {
    writeStored(KEY, setup);
    onPlay(optionsOf(setup, t));
  };
  return (
    <div class="start">
      <Hero />
      <main class="start-main">
        <h1>Azulejo</h1>
        <p class="lead">{t('lead')}</p>
        <div class="start-buttons">
          <button type="button" class="button primary big" onClick={play}>
            {t('play-now')}
          </button>
          {onResume && (
            <button type="button" class="button big" onClick={onResume}>
              {t('resume')}
            </button>
          )}
          {onOnline && (
            <button type="button" class="button big" data-online onClick={onOnline}>
              {t('online')}
            </button>
          )}
        </div>
        <p class="quiet">{summary(t, setup)}</p>
        {fault && (
          <p class="message" role="alert">
            {fault}
          </p>
        )}
        <LearnOffer onLearn={onLearn} />
        <SetupForm setup={setup} change={change} />
        <nav class="start-links" aria-label={t('tools')}>
          <button type="button" class="button" onClick={onHelp}>
            {t('help')}
          </button>
          <button type="button" class="button" onClick={onSettings}>
            {t('settings')}
          </button>
          <button type="button" class="button" onClick={onEditor}>
            {t('editor')}
          </button>
          <label class="button file">
            <span>{t('open-record')}</span>
            <input
              type="file"
              accept=".azr,text/plain"
              onChange={(e) => {
                void e.currentTarget.files?.[0]?.text().then(onRecord);
                e.currentTarget.value = '';
              }}
            />
          </label>
          <label class="language">
            <span class="unseen">{t('language')}</span>
            <select value={settings.language} onChange={(e) => set({ language: e.currentTarget.value as 'nl' })}>
              {LANGUAGES.map((l) => (
                <option key={l} value={l} lang={l}>
                  {LANGUAGE_NAMES[l]}
                </option>
              ))}
            </select>
          </label>
        </nav>
        <p class="notice">{t('notice')}</p>
      </main>
    </div>
  );
}

/** The way in for those who do not know the game yet. */
function LearnOffer({ onLearn }: { onLearn: (rules: 'classic' | 'duel') => void }) {
  const { t } = usePage();
  return (
    <section class="learn-offer" aria-label={t('learn')}>
      <p>{t('learn-offer')}</p>
      {(['classic', 'duel'] as const).map((rules) => (
        <button type="button" key={rules} class="button" onClick={() => onLearn(rules)}>
          <span class="learn-tile" aria-hidden="true">
            <Tile piece={rules === 'duel' ? 'T' : 'B'} shape={rules === 'duel' ? 'disc' : 'square'} />
          </span>
          {t('learn-rules', { rules: t(`rules-${rules}`) })}
        </button>
      ))}
    </section>
  );
}

function summary(t: Translate, setup: Setup): string {
  const count = setup.rules === 'duel' ? 2 : setup.seats.length;
  return t('setup-summary', { rules: t(`rules-${setup.rules}`), players: count });
}

function SetupForm({ setup, change }: { setup: Setup; change: (part: Partial<Setup>) => void }) {
  const { t } = usePage();
  const count = setup.rules === 'duel' ? 2 : setup.seats.length;
  return (
    <details class="setup">
      <summary>{t('setup')}</summary>
      <fieldset>
        <legend>{t('rule-set')}</legend>
        <div class="rule-cards">
          {RULES.map((rules) => (
            <label key={rules} class="rule-card">
              <input type="radio" name="rules" checked={setup.rules === rules} onChange={() => change({ rules })} />
              <span class="rule-name">{t(`rules-${rules}`)}</span>
              <span class="rule-words">{t(`rules-${rules}-words`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('players')}</legend>
        {setup.rules !== 'duel' && (
          <div class="segmented" role="radiogroup" aria-label={t('number-of-players')}>
            {[2, 3, 4].map((n) => (
              <label key={n}>
                <input type="radio" name="count" checked={setup.seats.length === n} onChange={() => change({ seats: resized(setup.seats, n), starter: null })} />
                <span>{n}</span>
              </label>
            ))}
          </div>
        )}
        {range(count).map((i) => (
          <label key={i} class="field">
            <span>{t('seat', { n: i + 1 })}</span>
            <select value={setup.seats[i]} onChange={(e) => change({ seats: setup.seats.with(i, Number(e.currentTarget.value)) })}>
              {range(8).map((level) => (
                <option key={level} value={level}>
                  {level === 0 ? t('person') : t(`bot-level-${level}`)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <StarterChoice setup={setup} count={count} change={change} />
      </fieldset>
      {setup.rules === 'duel' && <TabletChoice setup={setup} change={change} />}
      <label class="field">
        <span>{t('seed')}</span>
        <input type="text" value={setup.seed} maxLength={64} placeholder={t('by-chance')} onInput={(e) => change({ seed: e.currentTarget.value.trim() })} />
      </label>
    </details>
  );
}

/** A seat, or chance. */
export function StarterChoice({ setup, count, change }: { setup: Pick<Setup, 'starter'>; count: number; change: (part: Pick<Setup, 'starter'>) => void }) {
  const { t } = usePage();
  return (
    <label class="field">
      <span>{t('who-starts')}</span>
      <select value={setup.starter ?? ''} onChange={(e) => change({ starter: e.currentTarget.value === '' ? null : Number(e.currentTarget.value) })}>
        <option value="">{t('by-chance')}</option>
        {range(count).map((i) => (
          <option key={i} value={i}>
            {t('seat', { n: i + 1 })}
          </option>
        ))}
      </select>
    </label>
  );
}

const resized = (seats: number[], n: number): number[] => range(n).map((i) => seats[i] ?? 3);

/** One side of three or four tablets, or a draw. */
export function TabletChoice({ setup, change }: { setup: Pick<Setup, 'tablets'>; change: (part: Pick<Setup, 'tablets'>) => void }) {
  const { t } = usePage();
  const chosen = setup.tablets ?? [];
  const pick = (letter: string, side: string | null) => {
    const rest = chosen.filter((id) => !id.startsWith(letter));
    const next = side ? [...rest, side].sort() : rest;
    if (next.length >= 3) change({ tablets: next });
  };
  return (
    <fieldset>
      <legend>{t('tablets')}</legend>
      <label class="check">
        <input type="checkbox" checked={setup.tablets === null} onChange={(e) => change({ tablets: e.currentTarget.checked ? null : FIRST.tablets })} />
        <span>{t('tablets-by-chance')}</span>
      </label>
      {setup.tablets && (
        <div class="tablet-choice">
          {TABLETS.flatMap((letter) =>
            ['1', '2'].map((side) => {
              const id = letter + side;
              const on = chosen.includes(id);
              return (
                <button type="button" key={id} class="tablet" aria-pressed={on} aria-label={t(`tablet-${id}`)} title={t(`tablet-${id}`)} onClick={() => pick(letter, on ? null : id)}>
                  <Tablet id={id} />
                </button>
              );
            }),
          )}
        </div>
      )}
    </fieldset>
  );
}

const WALL = 'BYRKTTBYRKKTBYRRKTBYYRKTB';
const LAID = new Set([0, 1, 2, 5, 6, 7, 8, 11, 12, 13, 16, 17, 18, 19, 23, 10, 4]);

/** A wall in the making: the picture of the first page. */
function Hero() {
  return (
    <div class="hero" aria-hidden="true">
      <div class="hero-wall">
        {[...WALL].map((c, i) => (
          <span key={i} class={`space square on-${c}`}>
            {LAID.has(i) ? (
              <Tile piece={c as Piece} shape="square" />
            ) : (
              <svg class="art" viewBox="0 0 64 64">
                <use href={`#printed-${c}`} />
              </svg>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
