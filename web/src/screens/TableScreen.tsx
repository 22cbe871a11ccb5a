/* The table: factories, boards, log, and the hand of the player. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Tile } from '../art/pieces';
import { Banner } from '../board/Banner';
import { Chooser } from '../board/Chooser';
import { ClassicBoard } from '../board/ClassicBoard';
import { Display, Tablets } from '../board/Display';
import { watchDrags } from '../board/drag';
import { CountsPanel, Log, Recent } from '../board/Drawer';
import { DuelBoard } from '../board/DuelBoard';
import { DuelFactories } from '../board/DuelFactories';
import { Factories } from '../board/Factories';
import { neighbour, stepOfColour, stepOfDigit } from '../board/keys';
import { Rivals } from '../board/Rivals';
import { ScoreHead } from '../board/ScoreHead';
import { useChoosing } from '../board/useChoosing';
import { Curtain } from './Curtain';
import { Replay } from './Replay';
import { RecordPanel } from './RecordPanel';
import { stepsOf, type Step } from '../game/choosing';
import { adviceWords, describeEvent, describeMove, refusalWords } from '../game/describe';
import { moveOf, placesOf } from '../game/places';
import type { GameSource } from '../game/source';
import { isDuel, type LegalMove, type Refusal, type ScoreEvent } from '../game/types';
import { sectionOfRefusal } from '../game/why';
import { at, clearMotion, fly, pace, snapshot, type Snapshot } from '../motion/motion';
import { playScoring } from '../motion/scoring';
import { click } from '../motion/sound';
import { Table, usePage, type TableContext } from '../ui/context';
import { Lazy } from '../ui/Lazy';

/** Someone who explains: words under the table, what to touch, and the part of the table in question. */
export interface Guide {
  panel: ComponentChildren;
  hinted: Set<Step>;
  light: string;
}

/** What a server's table adds: the connection, what the others ask, and other buttons. */
export interface AtServer {
  facts: ComponentChildren;
  bar: ComponentChildren;
  buttons: ComponentChildren;
}

interface Props {
  source: GameSource;
  online?: AtServer;
  guide?: Guide;
  onMenu: () => void;
  /** Try another way from before decision `ply`. */
  onBranch?: (ply: number) => void;
  /** Opens the rules, at a section where one is named. */
  onHelp: (topic?: string) => void;
  onSettings: () => void;
}

function useSource(source: GameSource) {
  const [state, setState] = useState(source.state());
  useEffect(() => {
    setState(source.state());
    return source.subscribe(() => setState(source.state()));
  }, [source]);
  return state;
}

/** Where tiles fly from, seen before the move is made. */
function sourcesOf(steps: Step[]): string[] {
  const [kind, a, b] = (steps[0] ?? '').split(':');
  if (kind === 'take') return [a === 'centre' ? `centre/${b}` : `factory/${a}/${b}`];
  if (kind === 'sun') return [`sun/${a}/${b}`];
  if (kind === 'moon') return ['large', '1', '2', '3', '4'].map((f) => `moon/${f}/${a}`);
  return kind === 'plate' ? [`plate/${a}`] : [];
}

export function TableScreen({ source, online, guide, onMenu, onBranch, onHelp, onSettings }: Props) {
  const { t, settings, set } = usePage();
  const live = useSource(source);
  const [past, setPast] = useState<number | null>(null);
  const [review, setReview] = useState(false);
  const [seen, setSeen] = useState('');
  useEffect(() => setPast(null), [source]);
  const state = useMemo(() => (past === null ? live : source.at(past)), [live, past]);
  const choosing = useChoosing(state);
  const [turn, setTurn] = useState(0);
  const [lit, setLit] = useState('');
  const [message, setWords] = useState('');
  const [why, setWhy] = useState('');
  const setMessage = (words: string) => {
    setWords(words);
    setWhy('');
  };
  const [hint, setHint] = useState<LegalMove | null>(null);
  const [drawer, setDrawer] = useState(false);
  const [step, setStep] = useState<ScoreEvent | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const flight = useRef<{ pieces: Snapshot[]; to: string } | null>(null);
  const scoring = useRef<(() => void) | null>(null);
  const keyboard = useRef(false);
  const { position } = state;

  const refuse = (refusal: Refusal) => {
    setMessage(refusalWords(t, refusal));
    setWhy(sectionOfRefusal(refusal.code, position.rules));
  };

  const play = async (legal: LegalMove) => {
    scoring.current?.();
    const seat = position.seat ?? state.view;
    const to = placesOf(legal.move, seat).at(-1) ?? '';
    flight.current = { pieces: snapshot(sourcesOf(stepsOf(legal.move))), to };
    setHint(null);
    setTurn(0);
    if (settings.sound) click();
    const result = await source.play(legal.move);
    if (!result.ok) refuse(result.refusal);
  };

  useEffect(() => {
    if (choosing.complete && !settings.confirm) void play(choosing.complete);
  }, [choosing.complete]);

  useEffect(() => {
    setMessage(state.saved ? '' : t('not-saved'));
    const speed = pace(settings);
    const { current } = flight;
    flight.current = null;
    if (current) fly(current.pieces, at(current.to), speed);
    if (state.events.length === 0 || speed === 0) return;
    const { done, stop } = playScoring(state.events, speed, setStep);
    scoring.current = stop;
    source.hold(done);
    void done.then(() => setStep(null));
    return stop;
  }, [state.version]);

  useEffect(() => () => clearMotion(), []);

  // After a step by keyboard the focus goes on to what comes next.
  useEffect(() => {
    if (!keyboard.current) return;
    const wanted = choosing.chosen.length > 0 ? '.touch.open, [data-place]' : '.touch.open';
    const next = [...(root.current?.querySelectorAll<HTMLElement>(wanted) ?? [])].find((e) => e.offsetParent !== null);
    next?.focus({ preventScroll: false });
  }, [choosing.chosen.join(), state.version]);

  // What a guide points at is brought into view.
  useEffect(() => {
    if (guide) root.current?.querySelector('.touch.hinted.open')?.scrollIntoView({ block: 'nearest' });
  }, [choosing.chosen.join(), state.version, guide?.hinted.size]);

  const touch = (s: Step, byKeyboard: boolean) => {
    keyboard.current = byKeyboard;
    scoring.current?.();
    setMessage('');
    if (settings.sound) click(1.15, 0.03);
    choosing.touch(s);
  };

  useEffect(() => {
    if (!root.current) return;
    return watchDrags(root.current, { onLift: (s) => choosing.touch(s), onDrop: (s) => choosing.touch(s), onMiss: choosing.clear });
  }, [state.legal]);

  const explain = async (s: Step) => {
    const move = moveOf([...choosing.chosen.slice(0, 1), s]);
    if (!move || state.legal.length === 0) return;
    const result = await source.play(move);
    if (!result.ok) refuse(result.refusal);
  };

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.ctrlKey && e.key === 'z') void source.undo();
    if (e.ctrlKey || e.metaKey || e.altKey || (e.target as Element).closest('input, select, dialog')) return;
    const walk = e.key.startsWith('Arrow') && root.current ? neighbour(root.current, document.activeElement, e.key as 'ArrowUp') : null;
    if (walk) {
      e.preventDefault();
      walk.focus();
      return;
    }
    if (e.key === 'Escape') {
      scoring.current?.();
      choosing.back();
    }
    if (settings.keys) letterKeys(e);
  };

  const letterKeys = (e: KeyboardEvent) => {
    if (e.key === ' ' && step) {
      e.preventDefault();
      scoring.current?.();
    }
    const key = e.key.toUpperCase();
    if (key === 'U' && choosing.chosen.some((s) => s.startsWith('slot:'))) setTurn((turn + 1) % 4);
    const named = /^\d$/.test(key)
      ? stepOfDigit(key, choosing.open.keys())
      : /^[BYRKT]$/.test(key) && stepOfColour(key, choosing.first.keys(), choosing.chosen[0]);
    if (named) touch(named, true);
  };

  const askHint = async () => {
    const found = await source.hint();
    setHint(found);
    if (found) setMessage(t('hint-is', { move: adviceWords(t, found.move) }));
  };

  // Two people at one screen: what one of them drew is for his eyes only.
  const secret = isDuel(position) && state.here.length > 1 && past === null && (position.phase === 'keep' || position.phase === 'return');
  const secretOf = secret ? `${position.round}/${position.seat}/${position.boards[position.seat ?? 0]!.tokens}` : '';

  const context: TableContext = {
    state,
    open: choosing.open,
    first: choosing.first,
    chosen: choosing.chosen,
    taking: choosing.taking,
    last: new Set(state.lastMove ? placesOf(state.lastMove.move, state.lastMove.seat) : []),
    hinted: guide?.hinted ?? new Set(hint ? stepsOf(hint.move) : []),
    touch,
    cancel: choosing.clear,
    explain: (s) => void explain(s),
    turn,
    setTurn,
    lit,
    setLit,
  };

  const name = (seat: number) => state.seats[seat]?.name ?? '';
  const lastLog = state.log.at(-1);
  const duel = isDuel(position);

  return (
    <Table.Provider value={context}>
      <div class={`table table-${duel ? 'duel' : 'classic'} players-${position.players}${choosing.chosen.length ? ' choosing' : ''}`} ref={root} data-guide={guide?.light} onKeyDown={onKeyDown} onClick={choosing.clear}>
        <header class="top">
          <button type="button" class="plain-button brand" onClick={onMenu} aria-label={t('to-start')}>
            <span class="brand-name" aria-hidden="true">Azulejo</span>
            <span class="brand-tile" aria-hidden="true">
              <Tile piece="B" shape="square" />
            </span>
          </button>
          <h1 class="unseen">{`Azulejo: ${t(`rules-${position.rules}`)}`}</h1>
          <p class="game-facts">
            <span>{t(`rules-${position.rules}`)}</span> <span>{t(source.back ? 'round-what-if' : 'round', { n: position.round })}</span>
          </p>
          {online?.facts}
          <nav class="tools" aria-label={t('tools')}>
            <ToolButton label={t(settings.sound ? 'sound-off' : 'sound-on')} icon={settings.sound ? 'sound' : 'mute'} onClick={() => set({ sound: !settings.sound })} />
            <ToolButton label={t('log-and-counts')} icon="log" pressed={drawer} onClick={() => setDrawer(!drawer)} />
            <ToolButton label={t('help')} icon="help" onClick={() => onHelp()} />
            <ToolButton label={t('settings')} icon="settings" onClick={onSettings} />
          </nav>
        </header>
        <Banner />
        <main class="felt">
          <div class="supply">
            {duel ? <DuelFactories position={position} /> : <Factories position={position} />}
            {duel && <Display position={position} />}
          </div>
          <section class="own" aria-label={t('your-board')} data-seat={state.view}>
            <div class="own-fit">
              <ScoreHead seat={state.view} />
              {duel ? <DuelBoard position={position} seat={state.view} mine /> : <ClassicBoard position={position} components={state.components} seat={state.view} mine />}
              {duel && <Tablets position={position} />}
              <Recent />
            </div>
          </section>
          <aside class="side">
            <Rivals />
            <CountsPanel />
          </aside>
        </main>
        <footer class="actions" onClick={(e) => e.stopPropagation()}>
          {step && (
            <p class="score-step">
              <span>{describeEvent(t, name(step.seat), step, position.rules)}</span>
              <button type="button" class="button small" onClick={() => scoring.current?.()}>
                {t('skip')}
              </button>
            </p>
          )}
          {message && (
            <p class="message" role="alert">
              <span>{message}</span>
              {why && (
                <button type="button" class="button small" onClick={() => onHelp(why)}>
                  {t('why')}
                </button>
              )}
            </p>
          )}
          {past !== null && (
            <Replay ply={past} plies={live.log.length} go={setPast}>
              {source.branch && onBranch && live.log.length > 0 && (
                <button type="button" class="button small" disabled={past === live.log.length} onClick={() => onBranch(past)}>
                  {t('what-if')}
                </button>
              )}
              {source.viewAt && (
                <button type="button" class="button small" aria-pressed={review} onClick={() => setReview(!review)}>
                  {t('review')}
                </button>
              )}
            </Replay>
          )}
          {guide?.panel}
          {online?.bar}
          <Chooser place={(n) => touch(`turn:${n}`, keyboard.current)} />
          {!guide && <div class="buttons">
            <button type="button" class="button" hidden={state.online?.replay === false} aria-pressed={past !== null} disabled={live.log.length === 0} onClick={() => setPast(past === null ? live.log.length : null)}>
              {t(past === null ? 'replay' : 'replay-end')}
            </button>
            <button type="button" class="button" hidden={online && position.phase === 'over'} disabled={past !== null || (!state.canUndo && choosing.chosen.length === 0)} onClick={() => (choosing.chosen.length ? choosing.clear() : void source.undo())}>
              {t(choosing.chosen.length ? 'cancel' : state.online?.consent ? 'ask-takeback' : 'undo')}
            </button>
            {source.back && (
              <button type="button" class="button" onClick={onMenu}>
                {t('branch-back')}
              </button>
            )}
            {online ? (
              online.buttons
            ) : position.phase === 'over' && !source.back ? (
              <button type="button" class="button primary" onClick={onMenu}>
                {t('new-game')}
              </button>
            ) : (
              <button type="button" class="button" disabled={state.legal.length === 0} onClick={() => void askHint()}>
                {t('hint')}
              </button>
            )}
            {settings.confirm && (
              <button type="button" class="button primary" disabled={!choosing.complete} onClick={() => choosing.complete && void play(choosing.complete)}>
                {t('confirm')}
              </button>
            )}
          </div>}
        </footer>
        {drawer && (
          <aside class="drawer" aria-label={t('log-and-counts')} onClick={(e) => e.stopPropagation()}>
            <button type="button" class="plain-button close" onClick={() => setDrawer(false)} aria-label={t('close')}>
              ×
            </button>
            <Log />
            {source.record() !== null && <RecordPanel record={() => source.record() ?? ''} state={state} />}
          </aside>
        )}
        {secret && seen !== secretOf && <Curtain who={name(position.seat ?? 0)} onOpen={() => setSeen(secretOf)} />}
        {review && past !== null && (
          <Lazy load={() => import('../review/ReviewDrawer').then((m) => m.ReviewDrawer)} props={{ source, state: live, ply: past, go: setPast, onClose: () => setReview(false) }} />
        )}
        <p class="unseen" aria-live="polite">
          {lastLog && describeMove(t, name(lastLog.seat), lastLog)}
        </p>
      </div>
    </Table.Provider>
  );
}

const ICONS: Record<string, string> = {
  sound: 'M4 9 h4 l5 -4 v14 l-5 -4 h-4 Z M16 8.5 q3 3.5 0 7 M18.5 6 q5 6 0 12',
  mute: 'M4 9 h4 l5 -4 v14 l-5 -4 h-4 Z M16.5 9.5 l5 5 M21.5 9.5 l-5 5',
  log: 'M5 5 h14 M5 10 h14 M5 15 h9 M5 20 h9',
  help: 'M8.5 9 a3.5 3.5 0 1 1 5.4 2.9 q-1.9 1.2 -1.9 3.1 M12 18.6 v.2',
  settings: 'M4 7 h9 M17 7 h3 M4 17 h3 M11 17 h9 M15 4.6 v4.8 M9 14.6 v4.8 M13 7 h4 M7 17 h4',
};

function ToolButton({ label, icon, onClick, pressed }: { label: string; icon: string; onClick: () => void; pressed?: boolean }) {
  return (
    <button type="button" class="plain-button tool" aria-label={label} title={label} aria-pressed={pressed} onClick={(e) => { e.stopPropagation(); onClick(); }}>
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}
