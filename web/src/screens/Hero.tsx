/* A wall in the making: the picture of the first page. */
import { Tile, type Piece } from '../art/pieces';

const WALL = 'BYRKTTBYRKKTBYRRKTBYYRKTB';
const LAID = new Set([0, 1, 2, 5, 6, 7, 8, 11, 12, 13, 16, 17, 18, 19, 23, 10, 4]);

export function Hero() {
  return (
    <div class="hero" aria-hidden="true">
      <div class="hero-wall">
        {[...WALL].map((c, i) => (
          <span key={i} class={`space square on-${c}`}>
            {LAID.has(i) ? (
              <Tile piece={c as Piece} shape="square" />
            ) : (
              <svg class="art" viewBox="0 0 64 64">
                <use href={`#printed-${c}`} />
              </svg>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
