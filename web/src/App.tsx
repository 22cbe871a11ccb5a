/* The page: which screen is open, in which language and theme. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Sprite } from './art/Sprite';
import type { GameSource } from './game/source';
import type { GameOptions, Rules } from './game/types';
import { HelpDialog } from './screens/HelpDialog';
import { SettingsDialog } from './screens/SettingsDialog';
import { Start } from './screens/Start';
import { TableScreen } from './screens/TableScreen';
import { translator } from './text/text';
import { Page } from './ui/context';
import { applySettings, loadSettings, saveSettings, type Settings } from './ui/settings';

export interface AppProps {
  /** Opens a game; the page does not ask where it comes from. */
  open: (options: GameOptions) => Promise<GameSource>;
  /** Opens a game from its record; fails with the reason where it cannot be read. */
  load: (record: string, name: (seat: number) => string) => Promise<GameSource>;
  /** A record that came with the link; fails where the link is broken. */
  linked: () => Promise<string | null>;
  /** The game that was going on, if any. */
  resume: () => (() => Promise<GameSource>) | null;
  /** A game to show at once (pictures, links). */
  initial: GameSource | null;
  overrides: Partial<Settings>;
}

type Overlay = 'help' | 'settings' | null;

export function App({ open, load, linked, resume, initial, overrides }: AppProps) {
  const [settings, setSettings] = useState<Settings>(() => ({ ...loadSettings(), ...overrides }));
  const [source, setSource] = useState<GameSource | null>(initial);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [fault, setFault] = useState('');
  const t = useMemo(() => translator(settings.language, settings.pseudo), [settings.language, settings.pseudo]);
  const show = (opening: Promise<GameSource>) => {
    opening.then(setSource, () => setFault(t('no-engine')));
  };
  const showRecord = (record: string) => {
    load(record, (seat) => t('player', { n: seat + 1 })).then(setSource, (e: Error) => setFault(t('bad-record', { why: e.message })));
  };
  useEffect(() => {
    linked().then((record) => record && showRecord(record), () => setFault(t('bad-link')));
  }, []);
  const leave = () => {
    source?.close();
    setSource(null);
  };
  const again = source ? null : resume();
  useEffect(() => applySettings(settings), [settings]);
  const set = (change: Partial<Settings>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    saveSettings(next);
  };
  const position = source?.state().position ?? null;
  const rules: Rules = position?.rules ?? 'classic';
  return (
    <Page.Provider value={{ t, settings, set }}>
      <Sprite />
      {source ? (
        <TableScreen source={source} onMenu={leave} onHelp={() => setOverlay('help')} onSettings={() => setOverlay('settings')} />
      ) : (
        <Start onPlay={(o) => show(open(o))} onResume={again && (() => show(again()))} onRecord={showRecord} fault={fault} onHelp={() => setOverlay('help')} onSettings={() => setOverlay('settings')} />
      )}
      {overlay === 'help' && <HelpDialog rules={rules} position={position} onClose={() => setOverlay(null)} />}
      {overlay === 'settings' && <SettingsDialog onClose={() => setOverlay(null)} />}
    </Page.Provider>
  );
}
