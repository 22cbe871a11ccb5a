/* A dialog of the browser's own kind: it keeps the focus and closes with Escape. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLayer } from './back';
import { usePage } from './context';

interface Props {
  title: string;
  onClose: () => void;
  /** Opens it again when the browser goes forward to it. */
  onReopen?: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, onReopen, children }: Props) {
  const { t } = usePage();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  const closed = useRef(false);
  // The browser's own close event comes late: after Back it must not close what Forward has opened again.
  const finish = () => {
    if (!closed.current) onClose();
    closed.current = true;
  };
  useLayer(() => {
    ref.current?.close();
    finish();
  }, onReopen);
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby="dialog-title"
      onClose={finish}
      onClick={(e) => e.target === ref.current && ref.current?.close()}
    >
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="plain-button close" onClick={() => ref.current?.close()} aria-label={t('close')}>
            ×
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
