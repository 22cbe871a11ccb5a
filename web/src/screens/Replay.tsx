/* Going through a game move by move. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../ui/context';
import { Icon } from '../ui/Icon';
import { useLatest } from '../ui/useLatest';

/** Between two moves, while it plays by itself. */
const STEP_MS = 1100;

interface Props {
  ply: number;
  plies: number;
  go: (ply: number) => void;
  /** What may be done from here. */
  children?: ComponentChildren;
}

export function Replay({ ply, plies, go, children }: Props) {
  const { t } = usePage();
  const [playing, setPlaying] = useState(false);
  const runs = playing && ply < plies;
  const step = useLatest(() => go(ply + 1));
  useEffect(() => {
    if (!runs) return setPlaying(false);
    const timer = setTimeout(() => step.current(), STEP_MS);
    return () => clearTimeout(timer);
  }, [runs, ply, step]);
  const play = () => {
    if (ply === plies) go(0); // from the start again
    setPlaying(!runs);
  };
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
      <button
        type="button"
        class="button small"
        data-do="autoplay"
        aria-label={t(runs ? 'replay-pause' : 'replay-play')}
        aria-pressed={runs}
        disabled={plies === 0}
        onClick={play}
      >
        <Icon name={runs ? 'pause' : 'play'} />
      </button>
      <span class="replay-count">{`${ply} / ${plies}`}</span>
      {children}
    </div>
  );
}
