/* Name, score and the start marker above a board. */
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { Face } from '../art/Face';
import { Tile } from '../art/pieces';
import { levelOf } from '../model/bots';
import { isDuel } from '../model/types';
import { usePage } from '../ui/context';
import { SeatExtras, useTable } from './tableContext';

export function ScoreHead({ seat, children }: { seat: number; children?: ComponentChildren }) {
  const { t } = usePage();
  const { state } = useTable();
  const beside = useContext(SeatExtras);
  const { position, seats } = state;
  const who = seats[seat];
  const level = who?.kind === 'bot' ? levelOf(who.bot) : 0;
  const holder = isDuel(position) ? position.start_tile : position.marker;
  return (
    <header class={`score-head${position.seat === seat ? ' to-move' : ''}`}>
      <span class="turn-dot" aria-hidden="true" />
      {who?.kind === 'bot' && (
        <span class="who-face">
          <Face bot={who.bot} close />
        </span>
      )}
      <span class="who">
        <span class="who-name">{who?.name}</span>
        {level > 0 && <span class="who-level">{t('level', { n: level })}</span>}
      </span>
      {beside(seat)}
      {holder === seat && (
        <span class="head-marker" role="img" aria-label={t('starts-next')}>
          <Tile piece="M" shape={isDuel(position) ? 'disc' : 'square'} />
        </span>
      )}
      {children}
      <span class="score" data-score={seat} aria-label={t('score-of', { who: who?.name ?? '', points: position.boards[seat]!.score })}>
        {position.boards[seat]!.score}
      </span>
    </header>
  );
}
