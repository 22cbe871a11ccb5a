/* Hand over the device: hides the table until the one who may look says so. */
import { useEffect, useRef } from 'preact/hooks';
import { Tile } from '../art/pieces';
import { usePage } from '../ui/context';

export function Curtain({ who, onOpen }: { who: string; onOpen: () => void }) {
  const { t } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain-title" onClick={(e) => e.stopPropagation()}>
      <span class="curtain-tile" aria-hidden="true">
        <Tile piece="M" shape="disc" />
      </span>
      <h2 id="curtain-title">{t('pass-to', { who })}</h2>
      <p>{t('pass-words', { who })}</p>
      <button type="button" ref={button} class="button primary big" onClick={onOpen}>
        {t('pass-open', { who })}
      </button>
    </div>
  );
}
