/* Networks that evaluate boards for the strongest bots: files beside the page, fetched when first needed. */
import type { Engine, Request } from './engine';

const FILES = import.meta.glob<string>('../../../nets/*.azn', { query: '?url', import: 'default', eager: true });

/** Where the network for this question lies, if the bot uses one (the engine knows) and its game has one. Advice is the strongest
 * bot's. */
export function netUrl(engine: Pick<Engine, 'call'>, { position, bot = 'strong' }: Request): string | undefined {
  if (typeof position !== 'string') return undefined;
  const answer = engine.call<{ net: boolean }>({ do: 'net', position, bot });
  if (!answer.ok || !answer.net) return undefined;
  const [rules, players] = position.split(' ', 2);
  const file = (seats: string | undefined) => FILES[`../../../nets/${rules}-${seats}.azn`];
  return file(players) ?? file('2'); // a network for two seats judges more seats, too
}
