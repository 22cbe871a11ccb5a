/* The offer of the classic family: factories in a ring, the centre between them. */
import { Tile } from '../art/pieces';
import type { ClassicPosition, Counts } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { bySize, groupsOf, total } from '../model/counts';
import { Touch } from './Touch';
import { useSpare } from './useSpare';

/** Factories that stand beside each other on a phone. */
const ROW = 3;

export function Factories({ position }: { position: ClassicPosition }) {
  const { t } = usePage();
  const { scene } = useTable();
  const spare = useSpare(
    position.factories.map((tiles) => total(tiles) === 0),
    (i) => Math.floor(i / ROW),
    scene !== null,
  );
  return (
    <section class="offer" aria-label={t('offer')}>
      <div class={`ring ring-${position.factories.length}`}>
        {position.factories.map((tiles, i) => (
          <Factory key={i} number={i + 1} tiles={tiles} spare={spare[i]!} angle={(i * 360) / position.factories.length} />
        ))}
        <Centre position={position} />
      </div>
    </section>
  );
}

function Factory({ number, tiles, spare, angle }: { number: number; tiles: Counts; spare: boolean; angle: number }) {
  const { t } = usePage();
  const { last } = useTable();
  const empty = total(tiles) === 0;
  const mark = last.has(`factory/${number}`) ? ' last' : '';
  return (
    <div
      class={`factory${empty ? ' empty' : ''}${spare ? ' spare' : ''}${mark}`}
      style={{ '--angle': `${angle}deg` }}
      role="group"
      aria-label={t(empty ? 'factory-empty' : 'factory', { n: number })}
    >
      <span class="number" aria-hidden="true">
        {number}
      </span>
      <div class="dish">
        {bySize(tiles).map(({ colour, count }) => (
          <Touch
            key={colour}
            step={`take:${number}:${colour}`}
            at={`factory/${number}/${colour}`}
            class={`take take-${count}`}
            label={t('take-factory', { n: number, count, colour })}
          >
            {Array.from({ length: count }, (_, i) => (
              <Tile key={i} piece={colour} shape="square" />
            ))}
          </Touch>
        ))}
      </div>
    </div>
  );
}

function Centre({ position }: { position: ClassicPosition }) {
  const { t } = usePage();
  const { last } = useTable();
  const bare = total(position.centre) === 0;
  return (
    <div class={`centre${last.has('centre') ? ' last' : ''}`} role="group" aria-label={t(bare ? 'centre-empty' : 'centre')}>
      {position.marker === 'centre' && (
        <span class="marker" data-at="marker" role="img" aria-label={t('marker-in-centre')}>
          <Tile piece="M" shape="square" />
        </span>
      )}
      {groupsOf(position.centre).map(({ colour, count }) => (
        <Touch
          key={colour}
          step={`take:centre:${colour}`}
          at={`centre/${colour}`}
          class="heap"
          label={t(position.marker === 'centre' ? 'take-centre-marker' : 'take-centre', { count, colour })}
        >
          <span class="pile" style={{ '--count': count }}>
            {Array.from({ length: Math.min(count, 5) }, (_, i) => (
              <Tile key={i} piece={colour} shape="square" />
            ))}
          </span>
          <span class="count" data-text={count} />
        </Touch>
      ))}
    </div>
  );
}
