/* The end of a game: who won and by how much, the winner's wall, where everybody's points came from, and what next. */
import type { ComponentChildren } from 'preact';
import { Face } from '../art/Face';
import { WallArt, wallOf } from '../art/WallArt';
import { partKey, placeWords, ranked, sumsOf, winnerWords, type Sum } from '../game/result';
import type { Seat, TableState } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';

interface Props {
  /** Plays the same set-up once more; null if this page does not decide that. */
  onAgain: (() => void) | null;
  onReview: (() => void) | null;
  onShare: (() => void) | null;
  onBoards: () => void;
  /** To the set-up of another game. */
  onNew: (() => void) | null;
  /** What others add, as a server's table does. */
  children?: ComponentChildren;
}

export function Result({ onAgain, onReview, onShare, onBoards, onNew, children }: Props) {
  const { t, settings } = usePage();
  const { state } = useTable();
  const place = placeWords(t, state);
  return (
    <main class="ending" aria-label={t('result')}>
      <Winners state={state} />
      <div class="ending-story">
        <h2 class="ending-title">{winnerWords(t, settings.language, state)}</h2>
        {place && <p class="ending-place">{place}</p>}
        <Standings state={state} />
        {children}
        <div class="ending-buttons">
          {onAgain && (
            <button type="button" class="button primary" data-again onClick={onAgain}>
              {t('ending-again')}
            </button>
          )}
          {onReview && (
            <button type="button" class="button" data-review onClick={onReview}>
              {t('review')}
            </button>
          )}
          {onShare && (
            <button type="button" class="button" data-share onClick={onShare}>
              {t('ending-share')}
            </button>
          )}
        </div>
        <p class="ending-more">
          <button type="button" class="plain-button link" data-boards onClick={onBoards}>
            {t('ending-boards')}
          </button>
          {onNew && (
            <button type="button" class="plain-button link" data-new onClick={onNew}>
              {t('new-game')}
            </button>
          )}
        </p>
      </div>
    </main>
  );
}

/** Takes the place of the offer while the boards are looked at. */
export function ResultCard({ onOpen }: { onOpen: () => void }) {
  const { t, settings } = usePage();
  const { state } = useTable();
  return (
    <div class="result-card">
      <p>{winnerWords(t, settings.language, state)}</p>
      <button type="button" class="button" data-result onClick={onOpen}>
        {t('ending-result')}
      </button>
    </div>
  );
}

/** The wall of the winner, or of each who shares the win. */
function Winners({ state }: { state: TableState }) {
  const { t, settings } = usePage();
  const { position, components, seats, winners, view } = state;
  const shown = winners.length > 0 ? winners : [view];
  return (
    <div class={`ending-walls walls-${shown.length}`}>
      {shown.map((seat) => (
        <div key={seat} class="ending-wall" role="img" aria-label={t('ending-board', { who: seats[seat]?.name ?? '' })}>
          <WallArt picture={wallOf(position, components, seat)} letters={settings.letters} />
          <p class="ending-owner" aria-hidden="true">
            <Portrait of={seats[seat]} />
            <span>{seats[seat]?.name}</span>
            <strong>{position.boards[seat]!.score}</strong>
          </p>
        </div>
      ))}
    </div>
  );
}

/** The face of a bot; people have none. */
const Portrait = ({ of }: { of: Seat | undefined }) => (of?.kind === 'bot' ? <Face bot={of.bot} close /> : null);

const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** Everybody's points as a bar, what was lost to the left of 0; under it the same in figures. */
function Standings({ state }: { state: TableState }) {
  const { t } = usePage();
  const { position, seats, winners, log } = state;
  const scores = position.boards.map((b) => b.score);
  const sums = sumsOf(log, scores);
  const order = ranked(state);
  const most = Math.max(1, ...order.map((seat) => gainsOf(sums, seat)));
  const least = Math.max(...order.map((seat) => gainsOf(sums, seat) - scores[seat]!));
  const mark = (seat: number) => (winners.includes(seat) ? 'winner' : '');
  return (
    <>
      <div class="bars" aria-hidden="true">
        {order.map((seat) => (
          <div key={seat} class={`bar-row ${mark(seat)}`}>
            <span class="bar-name">
              <Portrait of={seats[seat]} />
              {seats[seat]?.name}
            </span>
            <Bar sums={sums} seat={seat} score={scores[seat]!} least={least} most={most} />
            <span class="bar-total">{scores[seat]}</span>
          </div>
        ))}
      </div>
      <table class="parts">
        <thead>
          <tr>
            <td />
            {order.map((seat) => (
              <th key={seat} scope="col" class={mark(seat)} title={seats[seat]?.name}>
                {seats[seat]?.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map(({ part, points }) => (
            <tr key={part}>
              <th scope="row">
                <svg class="part-key" viewBox="0 0 12 12" aria-hidden="true">
                  <rect width="12" height="12" rx="3" class={`part-${part}`} />
                </svg>
                {t(partKey(part, position.rules))}
              </th>
              {order.map((seat) => (
                <td key={seat}>{points[seat] === 0 ? '–' : signed(points[seat]!)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('sum-total')}</th>
            {order.map((seat) => (
              <td key={seat} class={mark(seat)}>
                {scores[seat]}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </>
  );
}

/** The parts to the right of 0, and those to the left. */
const gained = (sums: Sum[], seat: number): Sum[] => sums.filter((s) => s.part !== 'clamp' && s.points[seat]! > 0);
const gainsOf = (sums: Sum[], seat: number): number => gained(sums, seat).reduce((sum, s) => sum + s.points[seat]!, 0);

interface BarProps {
  sums: Sum[];
  seat: number;
  score: number;
  /** The largest loss and the largest gain of any seat: all bars have one scale. */
  least: number;
  most: number;
}

function Bar({ sums, seat, score, least, most }: BarProps) {
  const lost = gainsOf(sums, seat) - score;
  const scale = 1000 / (least + most);
  let at = least;
  return (
    <svg class="bar" viewBox="0 0 1000 28" preserveAspectRatio="none">
      <rect width="1000" height="28" class="bar-ground" />
      {lost > 0 && <rect x={(least - lost) * scale} width={lost * scale} height="28" class="bar-lost" />}
      {gained(sums, seat).map(({ part, points }) => {
        const x = at;
        at += points[seat]!;
        return <rect key={part} x={x * scale} width={points[seat]! * scale} height="28" class={`part-${part}`} />;
      })}
      {least > 0 && <rect x={least * scale - 1.5} width="3" height="28" class="bar-zero" />}
    </svg>
  );
}
