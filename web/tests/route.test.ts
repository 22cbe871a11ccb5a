/* The address names a screen; what it names is read back as it was written. */
import { expect, it } from 'vitest';
import { fragmentOf, routeOf, type Route } from '../src/model/route';

const ROUTES: Route[] = [
  { to: 'start' },
  { to: 'record', packed: 'K0ktLgEA' },
  { to: 'online' },
  { to: 'table', table: 'k3x9', key: '' },
  { to: 'table', table: 'k3x9', key: 'secret' },
  { to: 'login', token: 'abc' },
];

it.each(ROUTES)('a route is read as it was written: %o', (route) => {
  expect(routeOf(fragmentOf(route))).toEqual(route);
});

it.each(['', '#', '#nothing', '#table=', '#login=', '#key=x'])('%s names the first page', (fragment) => {
  expect(routeOf(fragment)).toEqual({ to: 'start' });
});
