/* The head of the table: the way out, which game it is, and the tools. */
import type { ComponentChildren } from 'preact';
import { Tile } from '../art/pieces';
import type { Position } from '../model/types';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { Icon, type IconName } from '../ui/Icon';

interface Props {
  position: Position;
  /** The game itself, a branch beside it, or a record that is looked at. */
  kind: 'game' | 'what-if' | 'record';
  drawer: boolean;
  facts: ComponentChildren;
  onDrawer: () => void;
  onShare: () => void;
  onMenu: () => void;
  onHelp: (topic?: string) => void;
  onSettings: () => void;
}

export function TableTop({ position, kind, drawer, facts, onDrawer, onShare, onMenu, onHelp, onSettings }: Props) {
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
        <ToolButton label={t('share')} icon="share" onClick={onShare} />
        <ToolButton label={t('settings')} icon="settings" onClick={onSettings} />
      </nav>
    </header>
  );
}

function ToolButton({ label, icon, onClick, pressed }: { label: string; icon: IconName; onClick: () => void; pressed?: boolean }) {
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
      <Icon name={icon} />
    </button>
  );
}
