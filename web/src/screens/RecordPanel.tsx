/* The record of the game: to copy, to keep as a file, to share as a link; and the boards as a picture. */
import { useState } from 'preact/hooks';
import { linkOf } from '../game/share';
import type { GameSource } from '../game/source';
import type { TableState } from '../model/types';
import { usePage } from '../ui/context';

export function RecordPanel({ source, state }: { source: GameSource; state: TableState }) {
  const { t } = usePage();
  const record = () => source.record() ?? '';
  const title = `Azulejo · ${t(`rules-${state.position.rules}`)} · ${t('round', { n: state.position.round })}`;
  const picture = async (kind: 'svg' | 'png') => {
    const { boardsPng, boardsSvg } = await import('../picture/drawBoards');
    const blob = kind === 'png' ? await boardsPng(state, title) : new Blob([boardsSvg(state, title).svg], { type: 'image/svg+xml' });
    save(blob, `azulejo.${kind}`);
  };
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
        <button type="button" class="button small" onClick={() => save(new Blob([record()], { type: 'text/plain' }), 'game.azr')}>
          {t('record-save')}
        </button>
        <button type="button" class="button small" onClick={() => void linkOf(record(), location.href).then((l) => copy(l, 'link-copied'))}>
          {t('record-link')}
        </button>
        {source.viewAt && (
          <button type="button" class="button small" onClick={() => void copy(source.viewAt!(state.log.length), 'position-copied')}>
            {t('position-copy')}
          </button>
        )}
      </div>
      <div class="record-buttons">
        {(['svg', 'png'] as const).map((kind) => (
          <button type="button" key={kind} class="button small" onClick={() => void picture(kind)}>
            {t('record-picture', { kind: kind.toUpperCase() })}
          </button>
        ))}
      </div>
      {said && (
        <p class="said" role="status">
          {said}
        </p>
      )}
    </section>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
