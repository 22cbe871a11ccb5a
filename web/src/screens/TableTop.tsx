/* The head of the table: the way out, which game it is, and the tools. */
import type { ComponentChildren } from 'preact';
import { Tile } from '../art/pieces';
import type { Position } from '../model/types';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';

interface Props {
  position: Position;
  /** The game itself, a branch beside it, or a record that is looked at. */
  kind: 'game' | 'what-if' | 'record';
  drawer: boolean;
  facts: ComponentChildren;
  onDrawer: () => void;
  onMenu: () => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
}

export function TableTop({ position, kind, drawer, facts, onDrawer, onMenu, onHelp, onSettings }: Props) {
  const { t, settings, set } = usePage();
  return (
    <header class="top">
      <button type="button" class="plain-button brand" onClick={onMenu} aria-label={t('to-start')}>
        <span class="brand-name" aria-hidden="true">
          Azulejo
        </span>
        <span class="brand-tile" aria-hidden="true">
          <Tile piece="B" shape="square" />
        </span>
      </button>
      <Heading class="unseen" about={kind}>{`Azulejo: ${t(`rules-${position.rules}`)}`}</Heading>
      <p class="game-facts">
        <span>{t(`rules-${position.rules}`)}</span> <span>{t(kind === 'game' ? 'round' : `round-${kind}`, { n: position.round })}</span>
      </p>
      {facts}
      <nav class="tools" aria-label={t('tools')}>
        <ToolButton
          label={t(settings.sound ? 'sound-off' : 'sound-on')}
          icon={settings.sound ? 'sound' : 'mute'}
          onClick={() => set({ sound: !settings.sound })}
        />
        <ToolButton label={t('log-and-counts')} icon="log" pressed={drawer} onClick={onDrawer} />
        <ToolButton label={t('help')} icon="help" onClick={() => onHelp()} />
        <ToolButton label={t('settings')} icon="settings" onClick={onSettings} />
      </nav>
    </header>
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
    <button
      type="button"
      class="plain-button tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={(e) => {
        e.stopPropagation();
        onClick();
      }}
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      >
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}
