/* The hand of the player: choosing, making a move, being refused, being advised. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { choose, touch as touchStep, type Step } from '../game/choosing';
import { refusalWords } from '../game/describe';
import { lastPlaces, moveOf } from '../game/places';
import type { GameSource } from '../game/source';
import type { Colour, LegalMove, Refusal, TableState } from '../model/types';
import { sectionOfRefusal } from '../game/helpSection';
import { click } from '../motion/sound';
import { usePage } from '../ui/context';
import { type TableContext } from './tableContext';
import { watchDrags } from './drag';
import { tableKeys } from './keys';
import { useGhosts } from './useGhosts';
import { useChoosing, type Choosing } from './useChoosing';
import type { Playback } from './useShown';
import { useHint, type Hint } from './useHint';
import { useLatest } from '../ui/useLatest';

/** Words under the table, and the section of the rules that explains them. */
export interface TableMessage {
  words: string;
  why: string;
  /** The step that was refused: the words stand beside its place. */
  at?: Step;
  /** There is more to say: asks for it. */
  more?: () => void;
}

export interface Hand {
  choosing: Choosing;
  motion: Pick<Playback, 'step' | 'skip'>;
  message: TableMessage;
  /** For the parts of the table. */
  context: TableContext;
  play: (move: LegalMove) => void;
  /** The step that a button names; the focus moves on if the last one came by keyboard. */
  press: (step: Step) => void;
  hint: Hint;
}

const NO_MESSAGE: TableMessage = { words: '', why: '' };
type Root = { current: HTMLElement | null };

export function useHand(
  source: GameSource,
  state: TableState,
  motion: Playback,
  root: Root,
  openState: () => void,
  hinted?: Set<Step>,
): Hand {
  const { t, settings } = usePage();
  const choosing = useChoosing(state, settings.confirm);
  const [message, setMessage] = useState(NO_MESSAGE);
  const [turn, setTurn] = useState(0);
  const [highlightedTablet, setHighlightedTablet] = useState('');
  const hint = useHint(source, state);
  const keyboard = useRef(false);
  const { position } = state;
  const refuse = (refusal: Refusal, at?: Step) =>
    setMessage({ words: refusalWords(t, refusal), why: sectionOfRefusal(refusal.code, position.rules), at });

  const play = async ({ move }: LegalMove) => {
    motion.skip();
    choosing.clear(); // after a refusal the move is chosen anew; otherwise a complete choice is played
    hint.clear();
    setTurn(0);
    if (settings.sound) click();
    const result = await source.play(move);
    if (!result.ok) refuse(result.refusal);
  };
  const touch = (step: Step, byKeyboard: boolean) => {
    const whole = choose(state.legal, touchStep(state.legal, choosing.chosen, step)).complete !== null;
    if (whole && motion.endedByInput() && !settings.confirm) return; // the player has not seen the present position
    keyboard.current = byKeyboard;
    motion.skip();
    setMessage(NO_MESSAGE);
    if (settings.sound) click(1.15, 0.03);
    choosing.touch(step);
  };
  /** The engine says why a step is refused. */
  const explain = (step: Step) => {
    const move = moveOf([...choosing.chosen.slice(0, 1), step]);
    if (!move || state.legal.length === 0) return;
    const refusal = source.explain(move);
    if (refusal) refuse(refusal, step);
  };
  const askHint = () => {
    setMessage(NO_MESSAGE);
    hint.ask();
  };

  const { complete } = choosing;
  const finish = useLatest((move: LegalMove) => void (settings.confirm || play(move)));
  useEffect(() => {
    if (complete) finish.current(complete);
  }, [complete, finish]);
  const { version, legal } = state;
  const warned = useRef(false);
  /* That nothing is kept is said once, until the player goes on: the last moves stand in the same place. */
  const greet = useLatest(() => {
    const warning = t('not-saved');
    const first = !state.saved && !warned.current;
    warned.current ||= first;
    setMessage((before) => (first ? { words: warning, why: '' } : before.words === warning ? before : NO_MESSAGE));
  });
  useEffect(() => greet.current(), [version, greet]);
  useFocusThatFollows(root, keyboard, choosing, state);
  const drags = useLatest(choosing);
  useEffect(() => {
    const touched = (step: Step) => drags.current.touch(step);
    const hand = { onLift: touched, onDrop: touched, onMiss: () => drags.current.clear() };
    return root.current ? watchDrags(root.current, hand) : undefined;
  }, [root, drags, legal]);

  const { open, first, chosen, taking } = choosing;
  const ghosts = useGhosts(state.legal, choosing);
  const marks = { last: lastPlaces(state), hinted: hinted ?? hint.steps };
  const context = {
    state,
    scene: motion.scene,
    open,
    first,
    chosen,
    complete: settings.confirm && complete !== null,
    taking,
    ghosts,
    ...marks,
    touch,
    cancel: choosing.clear,
    explain,
    turn,
    setTurn,
    highlightedTablet,
    setHighlightedTablet,
  };
  const keys = {
    root,
    choosing,
    letters: settings.keys,
    letterOf: (colour: Colour) => t('letter', { colour }),
    scoring: motion.scene !== null,
    skip: motion.skip,
    undo: () => void source.undo(),
    turnPlate: () => setTurn((turn + 1) % 4),
    openState,
    touch: (s: Step) => touch(s, true),
  };
  useKeys(tableKeys(keys));
  return {
    choosing,
    motion,
    message: message.words ? message : { words: hint.words, why: '', more: hint.half ? hint.ask : undefined },
    context,
    play: (move) => void play(move),
    press: (step) => touch(step, keyboard.current),
    hint: { ...hint, ask: askHint },
  };
}

/** The keys of the table work wherever the focus is: after a click on the first page it is nowhere. */
function useKeys(onKey: (e: KeyboardEvent) => void): void {
  const latest = useLatest(onKey); // read when the key is pressed, so that the latest drawing counts
  useEffect(() => {
    const listen = (e: KeyboardEvent) => latest.current(e);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [latest]);
}

/** After a step by keyboard the focus moves to the next choice. */
function useFocusThatFollows(root: Root, keyboard: { current: boolean }, { chosen }: Choosing, { version }: TableState): void {
  const steps = chosen.join();
  useEffect(() => {
    if (!keyboard.current) return;
    const wanted = steps ? '.touch.open, [data-place]' : '.touch.open';
    const next = [...(root.current?.querySelectorAll<HTMLElement>(wanted) ?? [])].find((e) => e.offsetParent !== null);
    next?.focus({ preventScroll: false });
  }, [root, keyboard, steps, version]);
}
