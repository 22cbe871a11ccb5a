/* The record of the game: to copy, to keep as a file, to share as a link. */
import { useState } from 'preact/hooks';
import { linkOf } from '../game/share';
import { usePage } from '../ui/context';

export function RecordPanel({ record }: { record: () => string }) {
  const { t } = usePage();
  const [said, setSaid] = useState('');
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t(done));
    } catch {
      setSaid(text);
    }
  };
  return (
    <section class="record" aria-label={t('record')}>
      <h2>{t('record')}</h2>
      <div class="record-buttons">
        <button type="button" class="button small" onClick={() => void copy(record(), 'record-copied')}>
          {t('record-copy')}
        </button>
        <button type="button" class="button small" onClick={() => save(record())}>
          {t('record-save')}
        </button>
        <button type="button" class="button small" onClick={() => void linkOf(record(), location.href).then((l) => copy(l, 'link-copied'))}>
          {t('record-link')}
        </button>
      </div>
      {said && (
        <p class="said" role="status">
          {said}
        </p>
      )}
    </section>
  );
}

function save(record: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
  link.download = 'game.azr';
  link.click();
  URL.revokeObjectURL(link.href);
}
