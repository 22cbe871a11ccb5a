/* The pieces a board is made of. All are decoration: the button or cell round them carries the words. */
import { useContext } from 'preact/hooks';
import type { Colour } from '../model/types';
import { Letters } from './letters';

export type TileShape = 'square' | 'disc';

/** A letter of a position: a colour, M the start marker, * a special tile. */
export type Piece = Colour | 'M' | '*';

const symbolOf = (piece: Piece, shape: TileShape): string => {
  if (piece === 'M') return `marker-${shape}`;
  if (piece === '*') return 'special';
  return `tile-${piece}-${shape}`;
};

function Use({ id, class: cls }: { id: string; class: string }) {
  return (
    <svg class={cls} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <use href={`#${id}`} />
    </svg>
  );
}

export function Tile({ piece, shape }: { piece: Piece; shape: TileShape }) {
  const letter = piece === 'M' || piece === '*' ? null : piece;
  return (
    <span class={`tile tile-${piece === '*' ? 'special' : piece}`}>
      <Use id={symbolOf(piece, shape)} class="art" />
      {letter && <Letter colours={letter} />}
    </span>
  );
}

function Letter({ colours }: { colours: string }) {
  const letterOf = useContext(Letters);
  return (
    <span class="letter" aria-hidden="true">
      {[...colours].map((c) => letterOf(c as Colour)).join('')}
    </span>
  );
}

export function Printed({ colour }: { colour: Colour }) {
  return (
    <>
      <Use id={`printed-${colour}`} class="art printed-art" />
      <Letter colours={colour} />
    </>
  );
}
export const Joker = () => <Use id="joker" class="art joker-art" />;
export const SpecialSpace = () => <Use id="special-space" class="art" />;

/** A bonus chip; "?" is one lying face down. */
export function Chip({ face, spent = false }: { face: string; spent?: boolean }) {
  const back = face.includes('?') || spent;
  return (
    <span class={`chip${spent ? ' chip-spent' : ''}`}>
      <Use id={back ? 'chip-back' : `chip-${face}`} class="art" />
      {!back && <Letter colours={face} />}
    </span>
  );
}
