/* The games that were put aside for another: to resume, to look at, or to remove. */
import { useState } from 'preact/hooks';
import { named } from '../game/names';
import type { SavedGame } from '../game/saved';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { Dialog } from '../ui/Dialog';

/** Which game it is, in a line. */
export function savedWords(t: Translate, { about, seats }: SavedGame): string {
  if (!about) return t('saved-unknown');
  const names = named(t, seats)
    .map((s) => s.name)
    .join(', ');
  return t(about.over ? 'saved-over' : 'saved-words', { rules: t(`rules-${about.rules}`), round: about.round, names });
}

interface Props {
  games: SavedGame[];
  onResume: (saved: SavedGame) => void;
  onDrop: (id: string) => void;
}

export function Shelf({ games, onResume, onDrop }: Props) {
  const { t } = usePage();
  const [gone, setGone] = useState<string[]>([]);
  const [asked, setAsked] = useState<SavedGame | null>(null);
  const left = games.filter((g) => !gone.includes(g.id));
  const drop = (id: string) => {
    onDrop(id);
    setGone([...gone, id]);
    setAsked(null);
  };
  if (left.length === 0) return null;
  return (
    <details class="setup shelf">
      <summary>{t('shelf', { n: left.length })}</summary>
      <p class="quiet">{t('shelf-words')}</p>
      <ul>
        {left.map((g) => (
          <li key={g.id}>
            <span>{savedWords(t, g)}</span>
            <button type="button" class="button" onClick={() => onResume(g)}>
              {t(g.about?.over ? 'shelf-look' : 'shelf-go-on')}
            </button>
            <button type="button" class="button" aria-label={t('shelf-drop-of', { game: savedWords(t, g) })} onClick={() => setAsked(g)}>
              {t('shelf-drop')}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog title={t('shelf-drop-title')} onClose={() => setAsked(null)}>
          <p>{t('shelf-drop-words', { game: savedWords(t, asked) })}</p>
          <div class="start-buttons">
            <button type="button" class="button primary" onClick={() => setAsked(null)}>
              {t('shelf-drop-no')}
            </button>
            <button type="button" class="button" data-drop onClick={() => drop(asked.id)}>
              {t('shelf-drop-yes')}
            </button>
          </div>
        </Dialog>
      )}
    </details>
  );
}
