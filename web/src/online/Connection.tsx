/* The state of the connection, always visible. */
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../ui/context';
import { useChanges } from './hooks';
import type { Link } from './link';

const BACK_MS = 4000;

/** `back` for a moment after a lost connection, so that one sees that it is over. */
export function useLinkState(link: Link): string {
  useChanges(link);
  const [was, setWas] = useState(link.state);
  const [back, setBack] = useState(false);
  const { state } = link;
  useEffect(() => {
    if (state === 'open' && (was === 'lost' || was === 'offline')) setBack(true);
    if (state !== 'connecting') setWas(state);
    if (state !== 'open') setBack(false);
  }, [state, was]);
  useEffect(() => {
    if (!back) return;
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [back]);
  const again = state === 'connecting' && was !== 'connecting' ? 'lost' : state;
  return back ? 'back' : again;
}

export function Connection({ link }: { link: Link }) {
  const { t } = usePage();
  const state = useLinkState(link);
  return (
    <p class={`connection connection-${state}`} role="status" data-link={link.state}>
      <span class="connection-dot" aria-hidden="true" />
      <span>{t(`link-${state}`)}</span>
    </p>
  );
}
