/* Offers the next level to a player who has beaten one twice; nothing if there is none to offer. */
import { riseFrom, type Rise } from '../game/progress';
import { botName } from '../game/names';
import { botAt } from '../model/bots';
import type { Rules, Seat } from '../model/types';
import { usePage } from '../ui/context';

interface Props {
  rules: Rules;
  seats: Seat[];
  busy?: boolean;
  onRise: (rise: Rise) => void;
}

export function RiseOffer({ rules, seats, busy = false, onRise }: Props) {
  const { t } = usePage();
  const rise = riseFrom(rules, seats);
  if (!rise) return null;
  const next = botName(t, botAt(rise.next));
  return (
    <div class="rise">
      <p>{t('rise-words', { who: botName(t, botAt(rise.beaten)), n: rise.wins, next })}</p>
      <button type="button" class="button" data-rise aria-busy={busy} aria-disabled={busy} onClick={() => busy || onRise(rise)}>
        {t('rise-play', { next })}
      </button>
    </div>
  );
}
