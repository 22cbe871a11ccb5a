/* The page: which screen is open, in which language and theme. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Sprite } from './art/Sprite';
import type { GameSource } from './game/source';
import { Unreadable } from './engine/engine';
import { recordFaultWords } from './game/faults';
import { dropGame, storedGames, type SavedGame } from './game/saved';
import { Opening } from './game/opening';
import { forgetLink } from './game/share';
import type { GameOptions, Position, Rules } from './model/types';
import { hasServer } from './online/api';
import { HelpDialog } from './screens/HelpDialog';
import { SettingsDialog } from './screens/SettingsDialog';
import { loadSetup, optionsOf } from './screens/SetupForm';
import { Start } from './screens/Start';
import type { LocalEngine } from './engine/localEngine';
import { loadWords, type Translate } from './text/text';
import { useBack } from './ui/back';
import { Page } from './ui/context';
import { lazy } from './ui/Lazy';
import { followSettings, loadSettings, saveSettings, type Settings } from './settings/settings';

// Fetched when they are opened; the table before, while the visitor looks at the first page.
export const TableScreen = lazy(() => import('./screens/TableScreen').then((m) => m.TableScreen));
const Online = lazy(() => import('./online/Online').then((m) => m.Online));
const EditorScreen = lazy(() => import('./editor/EditorScreen').then((m) => m.EditorScreen));
const LearnScreen = lazy(() => import('./learn/LearnScreen').then((m) => m.LearnScreen));

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

/** After the lesson: the easiest rival, and the learner begins. */
const FIRST_OWN = { seats: [0, 1], starter: 0, seed: '' };

type Overlay = 'help' | 'settings' | null;
/** Screens beside the table; their code is fetched when they are opened. */
type Room = 'online' | 'learn-classic' | 'learn-duel' | 'editor' | null;

export function App({ open, load, linked, resume, initial, overrides, words, localEngine }: AppProps) {
  const [settings, setSettings] = useState<Settings>(() => ({ ...loadSettings(), ...overrides }));
  const [source, setSource] = useState<GameSource | null>(initial);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [topic, setTopic] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const opening = useMemo(() => new Opening<GameSource>(), []);
  const help = (about = '') => {
    setTopic(about);
    setOverlay('help');
  };
  const [t, setWords] = useState<Translate>(() => words);
  const [room, setRoom] = useState<Room>(() => (/^#(online|table=|login=)/.test(location.hash) ? 'online' : null));
  const [hosted, setHosted] = useState(false);
  const [remote, setRemote] = useState<Position | null>(null);
  useEffect(() => {
    const look = () => void hasServer().then(setHosted);
    const invited = () => /^#table=/.test(location.hash) && enter('online');
    look();
    addEventListener('online', look);
    addEventListener('hashchange', invited);
    return () => {
      removeEventListener('online', look);
      removeEventListener('hashchange', invited);
    };
  }, []);
  useEffect(() => {
    void loadWords(settings.language, settings.pseudo).then((found) => setWords(() => found));
  }, [settings.language, settings.pseudo]);
  // Whatever is refused is said on the first page; the game at hand is kept and waits there.
  const fail = (words: string) => {
    forgetLink();
    source?.close();
    setSource(null);
    setFault(words);
  };
  const seat = (game: GameSource | null) => {
    if (!game) return; // something else was wanted meanwhile
    setBusy(false);
    setRoom(null);
    source?.close();
    setSource(game);
  };
  const show = (begin: () => Promise<GameSource>, record = '') => {
    setFault('');
    setBusy(true);
    opening.ask(() => TableScreen.fetch().then(begin)).then(seat, (e) => {
      setBusy(false);
      fail(e instanceof Unreadable ? recordFaultWords(t, record, e.answer) : t('no-engine'));
    });
  };
  const enter = (next: Room) => {
    opening.forget();
    setBusy(false);
    setRoom(next);
  };
  const showRecord = (record: string) => show(() => load(record), record);
  const follow = useRef(() => {});
  follow.current = () => void linked().then((record) => record && showRecord(record), () => fail(t('bad-link')));
  useEffect(() => {
    const go = () => follow.current();
    go();
    addEventListener('hashchange', go);
    return () => removeEventListener('hashchange', go);
  }, []);
  const leave = () => {
    forgetLink();
    source?.close();
    const under = source?.back?.() ?? null;
    setSource(under);
    return under !== null;
  };
  const leaveRoom = () => {
    setRoom(null);
    setRemote(null);
    return source !== null;
  };
  useBack(room !== null || source !== null, () => {
    setOverlay(null);
    return room ? leaveRoom() : leave();
  });
  const branch = (ply: number) => {
    forgetLink();
    setSource(source!.branch!(ply));
  };
  useEffect(() => followSettings(settings), [settings]);
  const set = (change: Partial<Settings>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    saveSettings(next);
  };
  // Another screen is read from its top, before the table looks for what comes next.
  useLayoutEffect(() => scrollTo(0, 0), [room, source === null]);
  const position = source?.state().position ?? remote;
  const rules: Rules = position?.rules ?? 'classic';
  return (
    <Page.Provider value={{ t, settings, set }}>
      <Sprite />
      {room ? (
        <Rooms room={room} localEngine={localEngine} onLeave={leaveRoom} onRemote={setRemote} onHelp={help} onSettings={() => setOverlay('settings')} onGame={(game) => { setRoom(null); setSource(game); }} onPlay={(rules) => show(() => open(optionsOf({ ...loadSetup(), ...FIRST_OWN, rules })))} />
      ) : source ? (
        <TableScreen source={source} onMenu={leave} onBranch={branch} onHelp={help} onSettings={() => setOverlay('settings')} />
      ) : (
        <Start games={storedGames()} onDrop={dropGame} busy={busy} onPlay={(o) => show(() => open(o))} onResume={(saved) => show(() => resume(saved), saved.record)} onRecord={showRecord} onOnline={hosted ? () => enter('online') : null} onLearn={(rules) => enter(`learn-${rules}`)} onEditor={() => enter('editor')} fault={fault} onHelp={() => help()} onSettings={() => setOverlay('settings')} />
      )}
      {overlay === 'help' && <HelpDialog rules={rules} position={position} topic={topic} onClose={() => setOverlay(null)} />}
      {overlay === 'settings' && <SettingsDialog onClose={() => setOverlay(null)} />}
    </Page.Provider>
  );
}

interface RoomsProps {
  room: NonNullable<Room>;
  localEngine: () => Promise<LocalEngine>;
  onLeave: () => void;
  /** The position of a server's table, for the help. */
  onRemote: (position: Position) => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
  onGame: (game: GameSource) => void;
  /** A first game of one's own. */
  onPlay: (rules: Rules) => void;
}

function Rooms({ room, onRemote, ...rest }: RoomsProps) {
  if (room === 'online') {
    const engine = async () => (await rest.localEngine()).engine;
    const onHelp = (position: Position, topic?: string) => {
      onRemote(position);
      rest.onHelp(topic);
    };
    return <Online {...rest} engine={engine} onHelp={onHelp} />;
  }
  if (room === 'editor') return <EditorScreen {...rest} />;
  const rules: 'classic' | 'duel' = room === 'learn-duel' ? 'duel' : 'classic';
  return <LearnScreen {...rest} rules={rules} />;
}
