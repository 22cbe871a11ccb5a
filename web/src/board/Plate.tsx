/* A dome plate: a glazed slab with four spaces, or its back. */
import { Joker, Printed, SpecialSpace } from '../art/pieces';
import type { Colour } from '../model/types';
import type { Translate } from '../text/text';
import { useTable } from './tableContext';
import { isBack, plateSpaces, plateType } from '../model/plates';

export function PrintedSpace({ letter }: { letter: string }) {
  if (letter === 'J') return <Joker />;
  if (letter === 'S') return <SpecialSpace />;
  return letter === '?' || letter === '' ? null : <Printed colour={letter as Colour} />;
}

export function Plate({ id, turn = 0 }: { id: string; turn?: number }) {
  const { state } = useTable();
  if (isBack(id)) {
    return <span class={`plate plate-back back-${plateType(id)}`}>{plateType(id) === 'J' ? <Joker /> : <SpecialSpace />}</span>;
  }
  return (
    <span class="plate">
      {plateSpaces(id, turn, state.components).map((letter, i) => (
        <span key={i} class={`space disc on-${letter}`}>
          <PrintedSpace letter={letter} />
        </span>
      ))}
    </span>
  );
}

/** The plate in words: its four spaces, read row by row. */
export function plateWords(t: Translate, spaces: string[]): string {
  const word = (letter: string) => t('plate-space', { letter });
  return t('plate-words', { a: word(spaces[0]!), b: word(spaces[1]!), c: word(spaces[2]!), d: word(spaces[3]!) });
}
