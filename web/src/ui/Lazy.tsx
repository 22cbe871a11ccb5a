/* Parts of the page that are fetched when they are first wanted, or before. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from './context';

export interface LazyPart<P> {
  (props: P): JSX.Element | null;
  /** Fetches the part; drawn at once from then on. */
  fetch: () => Promise<void>;
}

/** A part that says what neither the first page nor a game says: it is drawn when those words have come too. */
export const ALL_WORDS = true;

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>, allWords = false): LazyPart<P> {
  let part: ComponentType<P> | null = null;
  const fetch = async () => {
    part ??= await load();
  };
  const Later = (props: P) => {
    const { t, hasAllWords, wantAllWords } = usePage();
    const [state, setState] = useState('');
    const Part = allWords && !hasAllWords ? null : part;
    useEffect(() => {
      if (!Part)
        void Promise.all([fetch(), allWords && wantAllWords()]).then(
          () => setState('here'),
          () => setState('lost'),
        );
    }, [Part, wantAllWords]);
    if (Part) return <Part {...props} />;
    return state === 'lost' ? (
      <p class="message part-lost" role="alert">
        <span>{t('part-lost')}</span>
        <button type="button" class="button small" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      </p>
    ) : null;
  };
  return Object.assign(Later, { fetch });
}
