/* Hand over the device: hides the table until the one who may look says so. */
import { useEffect, useRef } from 'preact/hooks';
import { Tile } from '../art/pieces';
import type { Colour } from '../model/types';
import { usePage } from '../ui/context';

interface Props {
  who: string;
  /** The tile that stands for this person in the set-up. */
  piece: Colour;
  onOpen: () => void;
}

export function Curtain({ who, piece, onOpen }: Props) {
  const { t } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain-title" onClick={(e) => e.stopPropagation()}>
      <span class="curtain-tile" aria-hidden="true">
        <Tile piece={piece} shape="square" />
      </span>
      <h2 id="curtain-title">{t('pass-to', { who })}</h2>
      <p>{t('pass-words', { who })}</p>
      <button type="button" ref={button} class="button primary big" onClick={onOpen}>
        {t('pass-open', { who })}
      </button>
    </div>
  );
}
