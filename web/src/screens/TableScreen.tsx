/* The table: factories, boards, log, and the hand of the player. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Banner } from '../board/Banner';
import { Chooser } from '../board/Chooser';
import { ClassicBoard } from '../board/ClassicBoard';
import { Display, Tablets } from '../board/Display';
import { watchDrags } from '../board/drag';
import { CountsPanel, Log, Recent } from '../board/Drawer';
import { DuelBoard } from '../board/DuelBoard';
import { DuelFactories } from '../board/DuelFactories';
import { Factories } from '../board/Factories';
import { tableKeys } from '../board/keys';
import { Rivals } from '../board/Rivals';
import { ScoreHead } from '../board/ScoreHead';
import { useChoosing } from '../board/useChoosing';
import { Curtain } from './Curtain';
import { Replay } from './Replay';
import { RecordPanel } from './RecordPanel';
import { TableTop } from './TableTop';
import { stepsOf, type Step } from '../game/choosing';
import { adviceWords, describeEvent, describeMove, refusalWords } from '../game/describe';
import { moveOf, placesOf } from '../game/places';
import type { GameSource } from '../game/source';
import { isDuel, type LegalMove, type Refusal, type ScoreEvent } from '../game/types';
import { sectionOfRefusal } from '../game/why';
import { at, clearMotion, fly, pace, snapshot, type Snapshot } from '../motion/motion';
import { playScoring } from '../motion/scoring';
import { click } from '../motion/sound';
import { Table, usePage, useTable, type TableContext } from '../ui/context';
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
  const { t, settings } = usePage();
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

  const onKeyDown = tableKeys({
    root,
    choosing,
    letters: settings.keys,
    scoring: step !== null,
    skip: () => scoring.current?.(),
    undo: () => void source.undo(),
    turnPlate: () => setTurn((turn + 1) % 4),
    touch: (s) => touch(s, true),
  });

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
        <TableTop position={position} whatIf={source.back !== undefined} drawer={drawer} facts={online?.facts} onDrawer={() => setDrawer(!drawer)} onMenu={onMenu} onHelp={onHelp} onSettings={onSettings} />
        <Banner />
        <Felt />
        <footer class="actions" onClick={(e) => e.stopPropagation()}>
          <Said step={step} message={message} why={why} onSkip={() => scoring.current?.()} onWhy={onHelp} />
          {past !== null && <PastBar source={source} ply={past} plies={live.log.length} go={setPast} review={review} onReview={() => setReview(!review)} onBranch={onBranch} />}
          {guide?.panel}
          {online?.bar}
          <Chooser place={(n) => touch(`turn:${n}`, keyboard.current)} />
          {!guide && (
            <div class="buttons">
              <button type="button" class="button" hidden={state.online?.replay === false} aria-pressed={past !== null} disabled={live.log.length === 0} onClick={() => setPast(past === null ? live.log.length : null)}>
                {t(past === null ? 'replay' : 'replay-end')}
              </button>
              <button type="button" class="button" hidden={online && position.phase === 'over'} disabled={past !== null || (!state.canUndo && choosing.chosen.length === 0)} onClick={() => (choosing.chosen.length ? choosing.clear() : void source.undo())}>
                {t(choosing.chosen.length ? 'cancel' : state.online?.consent ? 'ask-takeback' : 'undo')}
              </button>
              {source.back && <Plain label={t('branch-back')} onClick={onMenu} />}
              {online?.buttons ?? <LocalButtons over={position.phase === 'over' && !source.back} canHint={state.legal.length > 0} onNew={onMenu} onHint={() => void askHint()} />}
              {settings.confirm && <Plain primary label={t('confirm')} disabled={!choosing.complete} onClick={() => choosing.complete && void play(choosing.complete)} />}
            </div>
          )}
        </footer>
        {drawer && <LogDrawer source={source} onClose={() => setDrawer(false)} />}
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

interface SaidProps {
  step: ScoreEvent | null;
  message: string;
  why: string;
  onSkip: () => void;
  onWhy: (topic: string) => void;
}

/** The step of the scoring that is being shown, and what was refused or advised. */
function Said({ step, message, why, onSkip, onWhy }: SaidProps) {
  const { t } = usePage();
  const { state } = useTable();
  return (
    <>
      {step && (
        <p class="score-step">
          <span>{describeEvent(t, state.seats[step.seat]?.name ?? '', step, state.position.rules)}</span>
          <button type="button" class="button small" onClick={onSkip}>
            {t('skip')}
          </button>
        </p>
      )}
      {message && (
        <p class="message" role="alert">
          <span>{message}</span>
          {why && (
            <button type="button" class="button small" onClick={() => onWhy(why)}>
              {t('why')}
            </button>
          )}
        </p>
      )}
    </>
  );
}

function Plain({ label, onClick, disabled, primary }: { label: string; onClick: () => void; disabled?: boolean; primary?: boolean }) {
  return (
    <button type="button" class={`button${primary ? ' primary' : ''}`} disabled={disabled} onClick={onClick}>
      {label}
    </button>
  );
}

/** A game on this device ends with a new one; until then a hint may be asked for. */
function LocalButtons({ over, canHint, onNew, onHint }: { over: boolean; canHint: boolean; onNew: () => void; onHint: () => void }) {
  const { t } = usePage();
  return over ? <Plain primary label={t('new-game')} onClick={onNew} /> : <Plain label={t('hint')} disabled={!canHint} onClick={onHint} />;
}

/** Offer, my board, the others: side by side, or one under the other on a phone. */
function Felt() {
  const { t } = usePage();
  const { position, components, view } = useTable().state;
  const duel = isDuel(position);
  return (
    <main class="felt">
      <div class="supply">
        {duel ? <DuelFactories position={position} /> : <Factories position={position} />}
        {duel && <Display position={position} />}
      </div>
      <section class="own" aria-label={t('your-board')} data-seat={view}>
        <div class="own-fit">
          <ScoreHead seat={view} />
          {duel ? <DuelBoard position={position} seat={view} mine /> : <ClassicBoard position={position} components={components} seat={view} mine />}
          {duel && <Tablets position={position} />}
          <Recent />
        </div>
      </section>
      <aside class="side">
        <Rivals />
        <CountsPanel />
      </aside>
    </main>
  );
}

interface PastProps {
  source: GameSource;
  ply: number;
  plies: number;
  go: (ply: number) => void;
  review: boolean;
  onReview: () => void;
  onBranch?: (ply: number) => void;
}

/** The slider through the game, and what may be done from where it stands. */
function PastBar({ source, ply, plies, go, review, onReview, onBranch }: PastProps) {
  const { t } = usePage();
  return (
    <Replay ply={ply} plies={plies} go={go}>
      {source.branch && onBranch && plies > 0 && (
        <button type="button" class="button small" disabled={ply === plies} onClick={() => onBranch(ply)}>
          {t('what-if')}
        </button>
      )}
      {source.viewAt && (
        <button type="button" class="button small" aria-pressed={review} onClick={onReview}>
          {t('review')}
        </button>
      )}
    </Replay>
  );
}

function LogDrawer({ source, onClose }: { source: GameSource; onClose: () => void }) {
  const { t } = usePage();
  const { state } = useTable();
  return (
    <aside class="drawer" aria-label={t('log-and-counts')} onClick={(e) => e.stopPropagation()}>
      <button type="button" class="plain-button close" onClick={onClose} aria-label={t('close')}>
        ×
      </button>
      <Log />
      {source.record() !== null && <RecordPanel record={() => source.record() ?? ''} state={state} />}
    </aside>
  );
}
