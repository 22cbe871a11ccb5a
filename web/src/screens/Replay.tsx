/* Going through a game move by move. */
import type { ComponentChildren } from 'preact';
import { usePage } from '../ui/context';

interface Props {
  ply: number;
  plies: number;
  go: (ply: number) => void;
  /** What may be done from here. */
  children?: ComponentChildren;
}

export function Replay({ ply, plies, go, children }: Props) {
  const { t } = usePage();
  return (
    <div class="replay" role="group" aria-label={t('replay')}>
      <button type="button" class="button small" disabled={ply === 0} aria-label={t('replay-back')} onClick={() => go(ply - 1)}>
        <span aria-hidden="true">‹</span>
      </button>
      <input
        type="range"
        min="0"
        max={plies}
        value={ply}
        aria-label={t('replay-move', { n: ply, of: plies })}
        onInput={(e) => go(Number(e.currentTarget.value))}
      />
      <button type="button" class="button small" disabled={ply === plies} aria-label={t('replay-on')} onClick={() => go(ply + 1)}>
        <span aria-hidden="true">›</span>
      </button>
      <span class="replay-count">{`${ply} / ${plies}`}</span>
      {children}
    </div>
  );
}
