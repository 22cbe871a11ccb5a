/* What leaves the page: the boards as a picture, the game as a link, a file or text. */
import { useEffect, useState } from 'preact/hooks';
import { winnerWords } from '../game/result';
import { linkOf } from '../game/share';
import type { GameSource } from '../game/source';
import type { TableState } from '../model/types';
import { usePage } from '../ui/context';
import { Dialog } from '../ui/Dialog';

interface Props {
  source: GameSource;
  state: TableState;
  onClose: () => void;
  onReopen?: () => void;
}

export function ShareDialog({ source, state, onClose, onReopen }: Props) {
  const { t } = usePage();
  const [said, setSaid] = useState('');
  const record = source.record();
  return (
    <Dialog title={t('share')} onClose={onClose} onReopen={onReopen}>
      <div class="share">
        <Picture state={state} say={setSaid} />
        {record !== null && <Game record={record} position={source.viewAt?.(state.log.length) ?? ''} say={setSaid} />}
        <p class="said" role="status">
          {said}
        </p>
      </div>
    </Dialog>
  );
}

interface Drawn {
  png: File;
  svg: string;
  address: string;
}

/** The boards, drawn when the dialog opens, so that a touch can hand them on at once: browsers allow it no later. */
function usePicture(state: TableState): Drawn | null {
  const { t, settings } = usePage();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let address = '';
    let gone = false;
    const title = `Azulejo · ${t(`rules-${state.position.rules}`)} · ${t('round', { n: state.position.round })}`;
    const draw = async () => {
      const over = state.position.phase === 'over';
      const headline = over ? winnerWords(t, settings.language, state) : '';
      const { boardsPng, boardsSvg } = await import('../picture/drawBoards');
      const png = new File([await boardsPng(state, title, headline)], 'azulejo.png', { type: 'image/png' });
      if (gone) return;
      address = URL.createObjectURL(png);
      setDrawn({ png, svg: boardsSvg(state, title, headline).svg, address });
    };
    draw().catch(() => undefined); // no picture: the game can still be shared
    return () => {
      gone = true;
      URL.revokeObjectURL(address);
    };
  }, [state, t, settings.theme, settings.language]);
  return drawn;
}

interface Part {
  /** Tells what was done. */
  say: (words: string) => void;
}

function Picture({ state, say }: Part & { state: TableState }) {
  const { t } = usePage();
  const drawn = usePicture(state);
  const files = drawn ? { files: [drawn.png] } : {};
  const shares = drawn !== null && navigator.canShare?.(files) === true;
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawn!.png })]);
      say(t('picture-copied'));
    } catch {
      say(t('not-copied'));
    }
  };
  return (
    <section aria-label={t('share-picture')}>
      <h3>{t('share-picture')}</h3>
      <div class="share-picture">{drawn && <img src={drawn.address} alt={t('share-picture-of')} />}</div>
      <div class="share-buttons">
        {shares && (
          <button type="button" class="button primary" data-send onClick={() => void navigator.share(files).catch(() => undefined)}>
            {t('share-send')}
          </button>
        )}
        <button
          type="button"
          class={`button${shares ? '' : ' primary'}`}
          data-save-picture
          disabled={!drawn}
          onClick={() => save(drawn!.png, 'azulejo.png')}
        >
          {t('picture-save')}
        </button>
        {'ClipboardItem' in window && (
          <button type="button" class="button" disabled={!drawn} onClick={() => void copy()}>
            {t('picture-copy')}
          </button>
        )}
        <button
          type="button"
          class="button"
          disabled={!drawn}
          onClick={() => save(new Blob([drawn!.svg], { type: 'image/svg+xml' }), 'azulejo.svg')}
        >
          {t('picture-svg')}
        </button>
      </div>
    </section>
  );
}

function Game({ record, position, say }: Part & { record: string; position: string }) {
  const { t } = usePage();
  const [link, setLink] = useState('');
  // Packed before it is wanted: packing takes a moment, and by then the touch would be over for the clipboard.
  useEffect(() => void linkOf(record, location.href).then(setLink), [record]);
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      say(t(done));
    } catch {
      say(text);
    }
  };
  return (
    <section aria-label={t('record')}>
      <h3>{t('share-game')}</h3>
      <div class="share-buttons">
        <button type="button" class="button" data-link disabled={!link} onClick={() => void copy(link, 'link-copied')}>
          {t('record-link')}
        </button>
        <button type="button" class="button" data-save onClick={() => save(new Blob([record], { type: 'text/plain' }), 'game.azr')}>
          {t('record-save')}
        </button>
        <button type="button" class="button" onClick={() => void copy(record, 'record-copied')}>
          {t('record-copy')}
        </button>
        {position && (
          <button type="button" class="button" onClick={() => void copy(position, 'position-copied')}>
            {t('position-copy')}
          </button>
        )}
      </div>
    </section>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some browsers read it after the click
}
