/* Networks that judge boards for the strongest bot: files beside the page, fetched when first needed. */
import type { Request } from './engine';

const FILES = import.meta.glob<string>('../../../nets/*.azn', { query: '?url', import: 'default', eager: true });

/** The bots that use networks (src/ai/bots.c); the easier levels never do. */
const USERS = ['amalia', 'gaspar', 'champion', 'strong'];

/** Where the network for this question lies, if the bot uses one and its game has one. */
export function netUrl(request: Request): string | undefined {
  const uses = request.do === 'advise' || USERS.includes(String(request.bot));
  if (typeof request.position !== 'string' || !uses) return undefined;
  const [rules, players] = request.position.split(' ', 2);
  const file = (seats: string | undefined) => FILES[`../../../nets/${rules}-${seats}.azn`];
  return file(players) ?? file('2'); // which judges more seats, too
}
