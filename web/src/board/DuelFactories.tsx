/* The offer of Duel: five factories, each split into sun and moon. */
import { Chip, Tile, type Piece } from '../art/pieces';
import type { Counts, DuelPosition, SmallFactory } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { bySize, groupsOf, total } from '../model/counts';
import { Touch } from './Touch';
import { useSpare } from './useSpare';

export function DuelFactories({ position }: { position: DuelPosition }) {
  const { t } = usePage();
  const { scene } = useTable();
  const { large, small, start_tile } = position;
  const bare = total(large.sun) + total(large.moon) === 0 && start_tile !== 'large';
  // On a phone the large one stands alone, and the small ones two by two.
  const [largeSpare, ...spare] = useSpare(
    [bare, ...small.map((f) => total(f.sun) === 0 && f.moon === '' && !f.chip)],
    (i) => Math.ceil(i / 2),
    scene !== null,
  );
  return (
    <section class="offer duel-offer" aria-label={t('offer')}>
      <Large position={position} spare={largeSpare!} />
      {small.map((factory, i) => (
        <Small key={i} number={i + 1} factory={factory} spare={spare[i]!} />
      ))}
    </section>
  );
}

function Sun({ factory, tiles }: { factory: number | 'large'; tiles: Counts }) {
  const { t } = usePage();
  return (
    <div class="sun">
      {bySize(tiles).map(({ colour, count }) => (
        <Touch
          key={colour}
          step={`sun:${factory}:${colour}`}
          at={`sun/${factory}/${colour}`}
          class={`take take-${count}`}
          label={factory === 'large' ? t('take-sun-large', { count, colour }) : t('take-sun', { n: factory, count, colour })}
        >
          {Array.from({ length: count }, (_, i) => (
            <Tile key={i} piece={colour} shape="disc" />
          ))}
        </Touch>
      ))}
    </div>
  );
}

function Large({ position, spare }: { position: DuelPosition; spare: boolean }) {
  const { t } = usePage();
  const { last } = useTable();
  return (
    <div
      class={`duel-factory large${spare ? ' spare' : ''}${last.has('sun/large') ? ' last' : ''}`}
      role="group"
      aria-label={t('large-factory')}
    >
      <FactoryGround />
      <Sun factory="large" tiles={position.large.sun} />
      <div class="moon">
        {position.start_tile === 'large' && (
          <span class="marker" data-at="marker" role="img" aria-label={t('start-tile-on-large')}>
            <Tile piece="M" shape="disc" />
          </span>
        )}
        {groupsOf(position.large.moon).map(({ colour, count }) => (
          <Touch
            key={colour}
            step={`moon:${colour}`}
            at={`moon/large/${colour}`}
            class={`take take-${count}`}
            label={t('take-moon', { colour })}
          >
            {Array.from({ length: count }, (_, i) => (
              <Tile key={i} piece={colour} shape="disc" />
            ))}
          </Touch>
        ))}
      </div>
    </div>
  );
}

function Small({ number, factory, spare }: { number: number; factory: SmallFactory; spare: boolean }) {
  const { t } = usePage();
  const { last } = useTable();
  const mark = last.has(`sun/${number}`) ? ' last' : '';
  return (
    <div class={`duel-factory small${spare ? ' spare' : ''}${mark}`} role="group" aria-label={t('small-factory', { n: number })}>
      <FactoryGround />
      <span class="number" data-text={number} />
      <Sun factory={number} tiles={factory.sun} />
      <div class="moon">
        <MoonChip number={number} factory={factory} />
        <Stack number={number} moon={factory.moon} />
      </div>
    </div>
  );
}

function MoonChip({ number, factory }: { number: number; factory: SmallFactory }) {
  const { t } = usePage();
  if (!factory.chip) return null;
  if (factory.face_up) {
    return (
      <Touch step={`chip:${number}`} at={`chip/${number}`} class="chip-take" label={t('take-chip', { n: number, face: factory.chip })}>
        <Chip face={factory.chip} />
      </Touch>
    );
  }
  return (
    <span class="chip-down" role="img" aria-label={t('chip-down')}>
      <Chip face="?" />
    </span>
  );
}

/** Bottom to top, fanned so that every tile is seen; only the top one can be taken. */
function Stack({ number, moon }: { number: number; moon: string }) {
  const { t } = usePage();
  const below = [...moon.slice(0, -1)];
  const top = moon.at(-1) as Piece | undefined;
  if (!top) return null;
  return (
    <div class={`stack stack-${moon.length}`}>
      {below.map((piece, i) => (
        <span
          key={i}
          class="stacked"
          data-at={`stack/${number}/${i}`}
          role="img"
          aria-label={t('stacked', { colour: piece })}
          style={{ '--level': i }}
        >
          <Tile piece={piece as Piece} shape="disc" />
        </span>
      ))}
      <span class="stacked" data-at={`stack/${number}/${below.length}`} style={{ '--level': below.length }}>
        <Touch step={`moon:${top}`} at={`moon/${number}/${top}`} class="take take-1" label={t('take-moon-top', { n: number, colour: top })}>
          <Tile piece={top} shape="disc" />
        </Touch>
      </span>
    </div>
  );
}

/** The disc itself: a sun side and a moon side. */
function FactoryGround() {
  return (
    <svg class="factory-ground" viewBox="0 0 200 200" aria-hidden="true">
      <circle cx="100" cy="102" r="97" class="ground-shadow" />
      <path d="M116 4.3 A97 97 0 1 0 116 195.7 A420 420 0 0 0 116 4.3 Z" class="ground-sun" />
      <path d="M116 4.3 A97 97 0 0 1 116 195.7 A420 420 0 0 0 116 4.3 Z" class="ground-moon" />
      <circle cx="100" cy="100" r="97" fill="none" class="ground-edge" />
      <circle cx="100" cy="100" r="91" fill="none" class="ground-line" />
      <g class="ground-rays">
        {Array.from({ length: 9 }, (_, i) => (
          <path key={i} d="M14 100 l7 -2.4 v4.8 Z" transform={`rotate(${(i - 4) * 14} 100 100)`} />
        ))}
      </g>
      <path d="M146 24 a11 11 0 1 0 9 17 a9.5 9.5 0 1 1 -9 -17 Z" class="ground-crescent" />
    </svg>
  );
}
