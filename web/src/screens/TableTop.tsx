/* The head of the table: the way out, which game it is, and the tools. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Tile } from '../art/pieces';
import { useTable } from '../board/tableContext';
import type { Position } from '../model/types';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { Icon, type IconName } from '../ui/Icon';

interface Props {
  position: Position;
  /** The game itself, a branch beside it, or a record that is reviewed. */
  kind: 'game' | 'what-if' | 'record';
  drawer: boolean;
  facts: ComponentChildren;
  onDrawer: () => void;
  onShare: () => void;
  onMenu: () => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
  /** Whose turn it is. */
  children: ComponentChildren;
}

export function TableTop({ position, kind, drawer, facts, onDrawer, onShare, onMenu, onHelp, onSettings, children }: Props) {
  const { t, settings, set } = usePage();
  const [open, setOpen] = useState(false);
  const closing = (act: () => void) => () => {
    setOpen(false);
    act();
  };
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
      {children}
      <BarScores />
      <ToolButton label={t('tools')} icon="more" class="more" expanded={open} onClick={() => setOpen(!open)} />
      <nav class={`tools${open ? ' open' : ''}`} aria-label={t('tools')}>
        <ToolButton
          label={t(settings.sound ? 'sound-off' : 'sound-on')}
          icon={settings.sound ? 'sound' : 'mute'}
          onClick={closing(() => set({ sound: !settings.sound }))}
        />
        <ToolButton label={t('log-and-counts')} icon="log" pressed={drawer} onClick={closing(onDrawer)} />
        <ToolButton label={t('help')} icon="help" onClick={closing(() => onHelp())} />
        <ToolButton label={t('share')} icon="share" onClick={closing(onShare)} />
        <ToolButton label={t('settings')} icon="settings" onClick={closing(onSettings)} />
      </nav>
    </header>
  );
}

interface ToolProps {
  label: string;
  icon: IconName;
  class?: string;
  onClick: () => void;
  pressed?: boolean;
  expanded?: boolean;
}

function ToolButton({ label, icon, class: cls = 'tool', onClick, pressed, expanded }: ToolProps) {
  return (
    <button
      type="button"
      class={`plain-button ${cls}`}
      aria-label={label}
      title={label}
      data-name={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={(e) => {
        e.stopPropagation(); // the tiles in hand stay there
        onClick();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Everybody's points in the bar of a phone, where the heads of the boards may be out of sight. */
function BarScores() {
  const { position, seats } = useTable().state;
  return (
    <ol class="bar-scores" aria-hidden="true">
      {seats.map((s, seat) => (
        <li key={seat} class={position.seat === seat ? 'to-move' : ''}>
          {position.boards[seat]?.score}
          <small>{s.name}</small>
        </li>
      ))}
    </ol>
  );
}
