/* The page: draws the screen that is open, in the language and theme of the viewer. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { firstState, reduce, roomOf, type Room } from './appState';
import { Sprite } from './art/Sprite';
import { hasWebAssembly, Unreadable } from './engine/engine';
import type { LocalEngine } from './engine/localEngine';
import { recordFaultWords } from './game/faults';
import { Opening } from './game/opening';
import { withLevel } from './game/progress';
import { keepSetup, loadSetup, optionsOf, setupOf } from './game/setup';
import { dropGame, storedGames, type SavedGame } from './game/saved';
import { forgetLink, recordOf, TooLarge } from './game/share';
import type { GameSource } from './game/source';
import { currentRoute, onRoute, type Route } from './model/route';
import type { GameOptions, Position, Rules } from './model/types';
import { hasServer } from './online/api';
import { gameToResume } from './offline/update';
import { UpdateNotice } from './offline/UpdateNotice';
import { SettingsDialog } from './screens/SettingsDialog';
import { SetupScreen } from './screens/SetupForm';
import { Start } from './screens/Start';
import { followSettings, loadSettings, readStored, saveSettings, writeStored, type Settings } from './settings/settings';
import { loadWords, type Translate } from './text/text';
import { useBack } from './ui/back';
import type { PageContext } from './ui/context';
import { ALL_WORDS, lazy } from './ui/Lazy';
import { PageProvider } from './ui/PageProvider';
import { useLatest } from './ui/useLatest';

// Fetched when they are opened; the table before, while the visitor looks at the first page.
export const TableScreen = lazy(() => import('./screens/TableScreen').then((m) => m.TableScreen));
const Online = lazy(() => import('./online/Online').then((m) => m.Online), ALL_WORDS);
const EditorScreen = lazy(() => import('./editor/EditorScreen').then((m) => m.EditorScreen), ALL_WORDS);
const PracticeScreen = lazy(() => import('./practice/PracticeScreen').then((m) => m.PracticeScreen), ALL_WORDS);
const LearnScreen = lazy(() => import('./learn/LearnScreen').then((m) => m.LearnScreen), ALL_WORDS);
const HelpDialog = lazy(() => import('./screens/HelpDialog').then((m) => m.HelpDialog), ALL_WORDS);

export interface AppProps {
  /** Opens a game; the page does not ask where it comes from. */
  open: (options: GameOptions) => Promise<GameSource>;
  /** Opens a record to look at; fails with the reason where it cannot be read. */
  load: (record: string) => Promise<GameSource>;
  /** A record that came with the link; fails where the link is broken. */
  linked: () => Promise<string | null>;
  /** Goes on with a game that was kept. */
  resume: (saved: SavedGame) => Promise<GameSource>;
  /** A game to show at once (pictures, links). */
  initial: GameSource | null;
  overrides: Partial<Settings>;
  /** The words of the language that the settings name. */
  words: Translate;
  /** The engine in the page, for the first game and the editor. */
  localEngine: () => Promise<LocalEngine>;
}

/** When a server that did not answer is asked again. */
const HOSTED_AGAIN_MS = [3000, 15_000, 60_000];

/** After the lesson: the easiest rival, and the learner begins. */
const FIRST_OWN = { seats: [0, 1], starter: 0, seed: '' };

/** Language, theme and the like, with the words that belong to them. */
function usePageContext(overrides: Partial<Settings>, words: Translate): PageContext {
  const [settings, setSettings] = useState<Settings>(() => ({ ...loadSettings(), ...overrides }));
  const [{ t, all: hasAllWords }, setWords] = useState({ t: words, all: false });
  const wanted = useRef({ all: false, time: 0 });
  const { language, pseudo } = settings;
  const fetchWords = useCallback(async () => {
    const { all } = wanted.current;
    const time = ++wanted.current.time;
    const found = await loadWords(language, pseudo, all);
    if (time === wanted.current.time) setWords({ t: found, all }); // else a later wish has replaced this one
  }, [language, pseudo]);
  useEffect(() => void fetchWords(), [fetchWords]);
  const wantAllWords = useCallback(() => {
    wanted.current.all = true;
    return fetchWords();
  }, [fetchWords]);
  useEffect(() => followSettings(settings), [settings]);
  const set = (change: Partial<Settings>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    saveSettings(next);
  };
  return { t, settings, set, hasAllWords, wantAllWords };
}

/** Whether a server was found the last time. */
const HOSTED = 'azulejo.hosted';

/**
 * Does this page come with a server? A server that was found stays found; while none is, the page asks again: after a
 * few seconds, when the device comes online, and when the page becomes visible.
 */
function useHosted(): boolean {
  const [hosted, setHosted] = useState(false);
  useEffect(() => {
    if (hosted) return;
    const tell = (found: boolean) => {
      if (found || navigator.onLine) writeStored(HOSTED, found);
      if (found) setHosted(true);
    };
    const look = () => document.hidden || void hasServer().then(tell);
    const later = HOSTED_AGAIN_MS.map((ms) => setTimeout(look, ms));
    look();
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      later.forEach(clearTimeout);
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [hosted]);
  return hosted;
}

/** Why the engine is not there. */
const engineFault = (): string => (hasWebAssembly() ? 'no-engine' : 'no-wasm');

/** Follows the address, at first and whenever a link changes it. */
function useRoute(follow: (route: Route) => void): void {
  const latest = useLatest(follow);
  useEffect(() => {
    latest.current(currentRoute());
    return onRoute((route) => latest.current(route));
  }, [latest]);
}

export function App({ open, load, linked, resume, initial, overrides, words, localEngine }: AppProps) {
  const page = usePageContext(overrides, words);
  const { t } = page;
  const hosted = useHosted();
  const [maybeHosted] = useState(() => readStored(HOSTED) !== false);
  const [state, dispatch] = useReducer(reduce, undefined, () => firstState(initial, currentRoute()));
  const { source, room, overlay, remote } = state;
  const opening = useMemo(() => new Opening<GameSource>(), []);
  const onTable = useLatest(source); // for openings that end after a later one has begun

  const fail = (reason: string) => {
    forgetLink();
    onTable.current?.close();
    dispatch({ type: 'failed', words: reason });
  };
  const show = (begin: () => Promise<GameSource>, record = '') => {
    dispatch({ type: 'opening' });
    const next = async () => {
      await TableScreen.fetch();
      onTable.current?.close(); // the old game is closed before the next one uses the search
      return begin();
    };
    opening.ask(next).then(
      (game) => game && dispatch({ type: 'opened', source: game }), // null: a later wish has replaced this one
      (e) => fail(e instanceof Unreadable ? recordFaultWords(t, record, e.answer) : t(engineFault())),
    );
  };
  const enter = (next: Room) => {
    opening.forget();
    dispatch({ type: 'entered', room: next });
  };
  const showRecord = (record: string) => show(() => load(record), record);
  const read = (found: Promise<string | null>, broken: string) =>
    found.then(
      (record) => record !== null && showRecord(record),
      (e) => fail(t(e instanceof TooLarge ? 'record-too-large' : broken)),
    );
  useRoute((route) => {
    const next = roomOf(route);
    if (next) enter(next);
    if (route.to === 'record') void read(linked(), 'bad-link');
  });
  const left = useRef<Room | 'game' | null>(null);
  const leave = () => {
    left.current = source?.again ? 'game' : null;
    forgetLink();
    source?.close();
    const under = source?.back?.() ?? null;
    dispatch({ type: 'left-game', under });
    return under !== null;
  };
  const leaveRoom = () => {
    left.current = room;
    dispatch({ type: 'left-room' });
    return source !== null;
  };
  /** Forward, to what was left last. */
  const comeBack = () => {
    const [saved] = storedGames();
    const to = left.current;
    if (to !== null && to !== 'game') enter(to);
    else if (to === 'game' && saved) show(() => resume(saved), saved.record);
    else return false;
    return true;
  };
  useBack(room !== null || source !== null, () => (room ? leaveRoom() : leave()), comeBack);
  const branch = (ply: number) => {
    forgetLink();
    dispatch({ type: 'opened', source: source!.branch!(ply) });
  };
  const again = (level?: number) => {
    forgetLink();
    const same = source!.again!();
    const options = level ? { ...same, seats: withLevel(same.seats, level) } : same;
    if (level) keepSetup(setupOf(options));
    show(() => open(options));
  };
  /** To the set-up form, with the set-up of the game that was played. */
  const anew = () => {
    const { again: next } = source!;
    if (next) keepSetup(setupOf({ ...next.call(source), seats: source!.state().seats }));
    leave();
    enter('setup');
  };
  // Another screen is read from its top, before the table looks for what comes next.
  const screen = room ?? (source ? 'table' : 'start');
  useLayoutEffect(() => scrollTo(0, 0), [screen]);

  const goOn = useLatest((saved: SavedGame) => show(() => resume(saved), saved.record));
  useEffect(() => {
    const id = gameToResume(); // the page was loaded anew for a new version
    const saved = id && storedGames().find((g) => g.id === id);
    if (saved) goOn.current(saved);
  }, [goOn]);

  const onHelp = useCallback((topic = '') => dispatch({ type: 'help', topic }), []);
  const onSettings = useCallback(() => dispatch({ type: 'settings' }), []);
  const onClose = () => dispatch({ type: 'closed-overlay' });
  const topic = overlay?.kind === 'help' ? overlay.topic : '';
  const position = source?.state().position ?? remote;
  return (
    <PageProvider page={page}>
      <Sprite />
      {room ? (
        <Rooms
          room={room}
          localEngine={localEngine}
          onLeave={leaveRoom}
          onRemote={(seen) => dispatch({ type: 'saw', position: seen })}
          onHelp={onHelp}
          onSettings={onSettings}
          onGame={(game) => dispatch({ type: 'opened', source: game })}
          onPlay={(rules) => show(() => open(optionsOf({ ...loadSetup(), ...FIRST_OWN, rules })))}
          setup={{ busy: state.busy, fault: state.fault, onPlay: (options) => show(() => open(options)) }}
        />
      ) : source ? (
        <TableScreen
          source={source}
          onMenu={leave}
          onAgain={source.again ? again : undefined}
          onNew={source.again ? anew : undefined}
          onBranch={branch}
          onHelp={onHelp}
          onSettings={onSettings}
        />
      ) : (
        <Start
          games={storedGames()}
          busy={state.busy}
          fault={state.fault || (hasWebAssembly() ? '' : t('no-wasm'))}
          onDrop={dropGame}
          onPlay={(options) => show(() => open(options))}
          onResume={(saved) => show(() => resume(saved), saved.record)}
          onRecord={(file) => void read(recordOf(file), 'bad-record')}
          onOnline={hosted ? () => enter('online') : null}
          mayBeOnline={maybeHosted}
          onLearn={(rules) => enter(`learn-${rules}`)}
          onEditor={() => enter('editor')}
          onSetup={() => enter('setup')}
          onPractice={() => enter('practice')}
          onHelp={() => onHelp()}
          onSettings={onSettings}
        />
      )}
      {overlay?.kind === 'help' && (
        <HelpDialog
          rules={position?.rules ?? 'classic'}
          position={position}
          topic={topic}
          onClose={onClose}
          onReopen={() => onHelp(topic)}
        />
      )}
      {overlay?.kind === 'settings' && (
        <SettingsDialog game={room ? null : (source?.keptAs ?? null)} onClose={onClose} onReopen={onSettings} />
      )}
      {!room && !source && <UpdateNotice game={null} />}
    </PageProvider>
  );
}

interface RoomsProps {
  room: Room;
  localEngine: () => Promise<LocalEngine>;
  onLeave: () => void;
  /** The position of a server's table, for the help. */
  onRemote: (position: Position) => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
  onGame: (game: GameSource) => void;
  /** A first game of one's own. */
  onPlay: (rules: Rules) => void;
  setup: { busy: boolean; fault: string; onPlay: (options: GameOptions) => void };
}

function Rooms({ room, onRemote, setup, ...rest }: RoomsProps) {
  if (room === 'setup') return <SetupScreen {...setup} onLeave={rest.onLeave} />;
  if (room === 'online') {
    const onHelp = (position: Position, topic?: string) => {
      onRemote(position);
      rest.onHelp(topic);
    };
    return <Online {...rest} onHelp={onHelp} />;
  }
  if (room === 'practice') return <PracticeScreen {...rest} />;
  if (room === 'editor') return <EditorScreen {...rest} />;
  const rules = room.slice('learn-'.length) as Rules;
  return <LearnScreen {...rest} rules={rules} />;
}
