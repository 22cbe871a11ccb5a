/* What the fragment of the address names. A fragment reaches no server and no log. */

export type Route =
  | { to: 'start' }
  /** A game in a link, packed. */
  | { to: 'record'; packed: string }
  | { to: 'online' }
  /** An invitation to a table of a server; `key` opens a private one. */
  | { to: 'table'; table: string; key: string }
  | { to: 'login'; token: string };

const RECORD = '#game=';

export function routeOf(fragment: string): Route {
  if (fragment.startsWith(RECORD)) return { to: 'record', packed: fragment.slice(RECORD.length) };
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const table = given.get('table');
  if (table) return { to: 'table', table, key: given.get('key') ?? '' };
  const token = given.get('login');
  if (token) return { to: 'login', token };
  return given.has('online') ? { to: 'online' } : { to: 'start' };
}

export function fragmentOf(route: Route): string {
  if (route.to === 'record') return RECORD + route.packed;
  if (route.to === 'table') return `#table=${route.table}${route.key ? `&key=${route.key}` : ''}`;
  if (route.to === 'login') return `#login=${route.token}`;
  return route.to === 'online' ? '#online' : '';
}

/** The route of the address as it is now. */
export const currentRoute = (): Route => routeOf(location.hash);

/** The address of this page with another route. */
export const addressOf = (route: Route, base = location.href): string => base.split('#')[0] + fragmentOf(route);

/** Names another route in the address without a new entry in the history. */
export const replaceRoute = (route: Route): void => history.replaceState(history.state, '', addressOf(route));

/** Calls `fn` whenever the visitor follows a link within the page; returns the function that ends it. */
export function onRoute(fn: (route: Route) => void): () => void {
  const follow = () => fn(currentRoute());
  addEventListener('hashchange', follow);
  return () => removeEventListener('hashchange', follow);
}
