/* What has been played and solved in this browser; to keep as a file, or to forget. */
import { useState } from 'preact/hooks';
import { clearTally, loadTally, totalsOf, winsInARow } from '../game/tally';
import { botWords } from '../game/names';
import { usePage } from '../ui/context';
import { loadProgress, saveProgress, type Progress } from './progress';

export function Statistics({ progress, onReset }: { progress: Progress; onReset: () => void }) {
  const { t } = usePage();
  const [games, setGames] = useState(loadTally);
  const [asked, ask] = useState(false);
  const solved = Object.values(progress.solved);
  const first = solved.filter((how) => how === 'first').length;
  const wins = winsInARow(games);
  const forget = () => {
    clearTally();
    saveProgress({ solved: {}, days: [] });
    setGames([]);
    ask(false);
    onReset();
  };
  return (
    <section class="statistics" aria-labelledby="statistics-name">
      <h2 id="statistics-name">{t('statistics')}</h2>
      <p>{t('statistics-puzzles', { count: solved.length, first })}</p>
      {games.length === 0 ? (
        <p class="quiet">{t('statistics-none')}</p>
      ) : (
        <p>{t('statistics-wins', { count: wins.now, best: wins.best })}</p>
      )}
      {games.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('statistics-against')}</th>
              <th scope="col">{t('statistics-games')}</th>
              <th scope="col">{t('statistics-won')}</th>
              <th scope="col">{t('statistics-points')}</th>
            </tr>
          </thead>
          <tbody>
            {totalsOf(games).map((total) => (
              <tr key={`${total.rules} ${total.bot}`}>
                <th scope="row">
                  {t(`rules-${total.rules}`)}, {botWords(t, total.bot)}
                </th>
                <td>{total.games}</td>
                <td>{Math.round(total.won)}</td>
                <td>{Math.round(total.points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="statistics-buttons">
        <button type="button" class="button small" onClick={exportAll}>
          {t('statistics-export')}
        </button>
        {asked ? (
          <>
            <button type="button" class="button small" data-do="forget" onClick={forget}>
              {t('statistics-forget')}
            </button>
            <button type="button" class="button small" onClick={() => ask(false)}>
              {t('statistics-keep')}
            </button>
          </>
        ) : (
          <button type="button" class="button small" onClick={() => ask(true)}>
            {t('statistics-reset')}
          </button>
        )}
      </p>
    </section>
  );
}

function exportAll(): void {
  const text = JSON.stringify({ games: loadTally(), practice: loadProgress() }, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'azulejo-statistics.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
