/* What is opened beside the table: it takes the focus, closes with Escape, and gives the focus back. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLayer } from './back';
import { usePage } from './context';

interface Props {
  label: string;
  class?: string;
  onClose: () => void;
  /** Opens it again when the browser goes forward to it. */
  onReopen?: () => void;
  children: ComponentChildren;
}

export function Side({ label, class: cls = '', onClose, onReopen, children }: Props) {
  const { t } = usePage();
  useLayer(onClose, onReopen);
  const panel = useRef<HTMLElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const side = panel.current!;
    close.current!.focus({ preventScroll: true });
    return () => {
      if (!side.contains(document.activeElement)) return;
      (opener?.isConnected ? opener : document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
    };
  }, []);
  const onKey = (e: KeyboardEvent) => {
    if (e.key !== 'Escape') return;
    e.stopPropagation(); // the tiles in hand stay there
    onClose();
  };
  return (
    <aside class={`drawer ${cls}`.trim()} ref={panel} aria-label={label} onClick={(e) => e.stopPropagation()} onKeyDown={onKey}>
      <button type="button" ref={close} class="plain-button close" onClick={onClose} aria-label={t('close')}>
        ×
      </button>
      {children}
    </aside>
  );
}
