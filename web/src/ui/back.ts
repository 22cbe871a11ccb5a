/* The browser's Back leads from any screen to the first page, not off the site: there is one entry for "away from it". */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLatest } from './useLatest';

const isAway = (): boolean => history.state?.away === true;

/** The entry underneath is the first page, without a link that would lead here again. */
function goAway(): void {
  const here = location.href;
  history.replaceState(null, '', here.split('#')[0]);
  history.pushState({ away: true }, '', here);
}

/** `leave`: closes the screen; true where another one lay under it. */
export function useBack(away: boolean, leave: () => boolean): void {
  const latest = useLatest({ away, leave });
  const before = useRef(false);
  const returning = useRef(false); // Back was our own doing, and comes true a little later
  useLayoutEffect(() => {
    const follow = () => {
      const ours = returning.current;
      returning.current = false;
      if (!latest.current.away || isAway() || location.hash) return; // another link is followed by those who read it
      if (ours || latest.current.leave()) goAway();
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [latest]);
  useLayoutEffect(() => {
    // before the reader can go on: a late one would take a Forward back
    if (away && !isAway() && !returning.current) goAway();
    // Left by a button, or a page that was loaded anew while away: the first page is shown, so its entry is the right one.
    if (!away && isAway() && (before.current || !location.hash)) {
      returning.current = true;
      history.back();
    }
    before.current = away;
  }, [away]);
}
