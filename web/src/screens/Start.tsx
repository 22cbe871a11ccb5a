/* The first page: a game in one click, and the set-up for those who want more. */
import { useState } from 'preact/hooks';
import { Tile } from '../art/pieces';
import type { SavedGame } from '../game/saved';
import type { GameOptions, Rules } from '../model/types';
import { languageName, LANGUAGES } from '../text/languages';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { Hero } from './Hero';
import { savedWords, Shelf } from './Shelf';
import type { Rise } from '../game/progress';
import { keepSetup, loadSetup, optionsOf, setupWords } from '../game/setup';
import { RiseOffer } from './RiseOffer';

interface Props {
  /** A game is on its way: another tap asks for nothing more. */
  busy: boolean;
  onPlay: (options: GameOptions) => void;
  /** The games that are kept, the one at hand first. */
  games: SavedGame[];
  onResume: (saved: SavedGame) => void;
  onDrop: (id: string) => void;
  /** A record that the visitor chose to open. */
  onRecord: (file: File) => void;
  /** Null where this page comes without a server. */
  onOnline: (() => void) | null;
  /** It may come with one: its place is kept free, so that nothing moves when it is found. */
  mayBeOnline: boolean;
  onLearn: (rules: Rules) => void;
  onEditor: () => void;
  onSetup: () => void;
  onPractice: () => void;
  /** What went wrong, if anything did. */
  fault: string;
  onHelp: () => void;
  onSettings: () => void;
}

export function Start(props: Props) {
  const { t } = usePage();
  const [setup] = useState(loadSetup);
  const [now] = props.games;
  const going = now && !now.about?.over ? now : null;
  const resume = (saved: SavedGame) => props.busy || props.onResume(saved);
  const play = () => {
    if (!props.busy) props.onPlay(optionsOf(setup));
  };
  const rise = ({ next }: Rise) => {
    const risen = { ...setup, seats: setup.seats.map((level) => (level === 0 ? 0 : next)) };
    keepSetup(risen);
    props.onPlay(optionsOf(risen));
  };
  const waiting = { 'aria-busy': props.busy, 'aria-disabled': props.busy }; // not disabled: the focus would be lost
  return (
    <div class="start">
      <Hero />
      <main class="start-main">
        <Heading>Azulejo</Heading>
        <p class="lead">{t('lead')}</p>
        <div class="start-buttons">
          {going && (
            <button type="button" class="button primary big two-lines" data-resume {...waiting} onClick={() => resume(going)}>
              <span>{t('resume')}</span>
              <small>{savedWords(t, going)}</small>
            </button>
          )}
          <button type="button" class={`button big${going ? '' : ' primary'}`} data-play {...waiting} onClick={play}>
            {t(going ? 'play-new' : 'play-now')}
          </button>
          <button type="button" class="button big" data-setup onClick={props.onSetup}>
            {t('setup')}
          </button>
          {props.onOnline ? (
            <button type="button" class="button big" data-online onClick={props.onOnline}>
              {t('online')}
            </button>
          ) : (
            props.mayBeOnline && (
              <span class="button big reserved" aria-hidden="true">
                {t('online')}
              </span>
            )
          )}
        </div>
        <p class="quiet">{going ? t('play-new-words', { setup: setupWords(t, setup) }) : setupWords(t, setup)}</p>
        <RiseOffer rules={setup.rules} seats={optionsOf(setup).seats} busy={props.busy} onRise={rise} />
        <p class="unseen" role="status">
          {props.busy && t('opening-table')}
        </p>
        {props.fault && (
          <p class="message" role="alert">
            {props.fault}
          </p>
        )}
        <Shelf games={props.games.filter((g) => g !== going)} onResume={resume} onDrop={props.onDrop} />
        <LearnOffer onLearn={props.onLearn} onPractice={props.onPractice} />
        <Links {...props} />
        <p class="notice">{t('notice')}</p>
      </main>
    </div>
  );
}

function Links({ onHelp, onSettings, onEditor, onRecord }: Pick<Props, 'onHelp' | 'onSettings' | 'onEditor' | 'onRecord'>) {
  const { t, settings, set } = usePage();
  const open = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) onRecord(file);
    input.value = '';
  };
  return (
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
        <input type="file" accept=".azr,.json,.jsonl,text/plain,application/json" onChange={(e) => open(e.currentTarget)} />
      </label>
      <label class="language">
        <span class="unseen">{t('language')}</span>
        <select value={settings.language} onChange={(e) => set({ language: e.currentTarget.value })}>
          {LANGUAGES.map((l) => (
            <option key={l} value={l} lang={l}>
              {languageName(l)}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}

/** The way in for those who do not know the game yet. */
function LearnOffer({ onLearn, onPractice }: Pick<Props, 'onLearn' | 'onPractice'>) {
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
      <button type="button" class="button" data-practice onClick={onPractice}>
        {t('practice')}
      </button>
      <details class="learn-more">
        <summary>{t('learn-more')}</summary>
        {(['grey', 'crystal1', 'crystal2'] as const).map((rules) => (
          <button type="button" key={rules} class="button small" data-learn={rules} onClick={() => onLearn(rules)}>
            {t(`rules-${rules}`)}
          </button>
        ))}
      </details>
    </section>
  );
}
