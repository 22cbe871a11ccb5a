/* What lies beside the boards in Duel: the display of plates, the pile, drawn plates, tablets. */
import type { DuelPosition } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { Plate, plateWords } from './Plate';
import { isBack, plateSpaces, plateType } from '../model/plates';
import { Tablet } from './Tablet';
import { Touch } from './Touch';

export function Display({ position }: { position: DuelPosition }) {
  const { t } = usePage();
  return (
    <section class="display" aria-label={t('display')}>
      <ul class="plates" aria-label={t('display')}>
        {position.display.map((plate, i) => (
          <li key={i}>{plate ? <PlateButton id={plate} /> : <span class="plate plate-gone" role="img" aria-label={t('plate-gone')} />}</li>
        ))}
        <li>
          <Pile position={position} />
        </li>
      </ul>
      {position.drawn && position.drawn.length > 0 && <Drawn plates={position.drawn} />}
    </section>
  );
}

function PlateButton({ id, step = `plate:${id}` }: { id: string; step?: string }) {
  const { t } = usePage();
  const { state } = useTable();
  const words = isBack(id) ? t('plate-back', { type: plateType(id) }) : plateWords(t, plateSpaces(id, 0, state.components));
  return (
    <Touch step={step} label={t('plate', { words })} class="plate-take" at={`plate/${id}`}>
      <Plate id={id} />
    </Touch>
  );
}

/** The pile: its top back is in sight, and the number of plates left. */
function Pile({ position }: { position: DuelPosition }) {
  const { t } = usePage();
  const top = position.pile[0];
  if (!top) return <span class="plate plate-gone" role="img" aria-label={t('pile-empty')} />;
  return (
    <Touch step="draw" label={t('pile', { n: position.pile.length, type: plateType(top) })} class="plate-take pile-take" at="pile">
      <Plate id={`${plateType(top)}?`} />
      <span class="count" data-text={position.pile.length} />
    </Touch>
  );
}

function Drawn({ plates }: { plates: string[] }) {
  const { t } = usePage();
  const { first } = useTable();
  return (
    <div class="drawn">
      <h2>{t('drawn-plates')}</h2>
      <ul class="plates">
        {plates.map((id, i) => (
          <li key={`${id}${i}`}>
            <PlateButton id={id} step={first.has(`return:${id}`) ? `return:${id}` : `plate:${id}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Tablets({ position }: { position: DuelPosition }) {
  const { t } = usePage();
  const { setHighlightedTablet, state } = useTable();
  return (
    <section class="tablets" aria-label={t('tablets')}>
      {position.tablets.map((id) => {
        const now = state.tabletScores.find((s) => s.tablet === id)?.points;
        return (
          <button
            type="button"
            key={id}
            class="tablet"
            aria-label={`${t(`tablet-${id}`)} ${now === undefined ? '' : t('tablet-now', { points: now })}`}
            title={t(`tablet-${id}`)}
            onMouseEnter={() => setHighlightedTablet(id)}
            onMouseLeave={() => setHighlightedTablet('')}
            onFocus={() => setHighlightedTablet(id)}
            onBlur={() => setHighlightedTablet('')}
            onClick={() => setHighlightedTablet(id)}
          >
            <Tablet id={id} />
            {now !== undefined && <span class="tablet-now" data-text={now < 0 ? `−${-now}` : now} />}
          </button>
        );
      })}
    </section>
  );
}
