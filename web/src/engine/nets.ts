/* Networks that judge boards for the strongest bot: files beside the page, fetched when first needed. */
import type { Request } from './engine';

const FILES = import.meta.glob<string>('../../../nets/*.azn', { query: '?url', import: 'default', eager: true });

/** The bots that use networks in every game. */
const USERS = ['gaspar', 'champion', 'strong'];
/** Those that use them where more nodes alone make too little difference (src/ai/bots.c); the easier levels never do. */
const SOMETIMES = ['simao', 'leonor', 'baltasar', 'amalia'];

function usesNet(bot: string, rules: string | undefined, players: string | undefined): boolean {
  const large = players !== '2' && rules !== 'classic';
  return USERS.includes(bot) || (SOMETIMES.includes(bot) && rules !== 'duel' && (large || bot === 'amalia'));
}

/** Where the network for this question lies, if the bot uses one and its game has one. */
export function netUrl(request: Request): string | undefined {
  if (typeof request.position !== 'string') return undefined;
  const [rules, players] = request.position.split(' ', 2);
  if (request.do !== 'advise' && !usesNet(String(request.bot), rules, players)) return undefined;
  const file = (seats: string | undefined) => FILES[`../../../nets/${rules}-${seats}.azn`];
  return file(players) ?? file('2'); // which judges more seats, too
}
