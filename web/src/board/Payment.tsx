/* Completing a line of Duel with bonus chips: the player's own chips to touch, what is still needed, and the button that
 * pays. The payment that costs least lies ready. */
import { useState } from 'preact/hooks';
import { Chip } from '../art/pieces';
import type { LegalOption } from '../game/choosing';
import { cheapest, needed, paymentOf, placesOf, serves, stepOf, touchChip } from '../game/paying';
import { isDuel } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';

export function Payment({ options, advised, pay }: { options: LegalOption[]; advised?: LegalOption; pay: (step: string) => void }) {
  const { t } = usePage();
  const { position } = useTable().state;
  const payments = options.map(paymentOf);
  const board = isDuel(position) && position.seat !== null ? position.boards[position.seat]! : null;
  const store = board?.chips ?? [];
  const [picked, pick] = useState(() => placesOf(advised ? paymentOf(advised) : cheapest(payments), store));
  const faces = picked.map((p) => store[p]!);
  const step = stepOf(options, faces);
  const line = position.line ?? 0;
  const tiles = board?.lines[line - 1] ?? '';
  return (
    <div class="chooser payment" role="group" aria-label={t('choose-spend')}>
      <p class="chooser-title">{t('pay-rule', { line, count: line - tiles.length, colour: tiles[0] ?? 'other' })}</p>
      <div class="pay-chips">
        {store.map((face, place) => (
          <ChipButton
            key={place}
            face={face}
            on={picked.includes(place)}
            shut={!serves(payments, face)}
            onClick={() => pick(touchChip(payments, store, picked, place))}
          />
        ))}
      </div>
      <p class="pay-state" role="status">
        {step ? t('pay-enough', { n: picked.length }) : t('pay-needed', { n: needed(payments, faces) })}
      </p>
      <button type="button" class="button primary" data-place disabled={!step} onClick={() => step && pay(step)}>
        {t('pay')}
      </button>
    </div>
  );
}

function ChipButton({ face, on, shut, onClick }: { face: string; on: boolean; shut: boolean; onClick: () => void }) {
  const { t } = usePage();
  return (
    <button type="button" class="pay-chip" aria-label={t('chip-face', { face })} aria-pressed={on} disabled={shut} onClick={onClick}>
      <Chip face={face} />
    </button>
  );
}
