/* Whose turn it is and what may be done now, always in view. */
import { isDuel, type TableState } from '../model/types';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { useTable, type TableContext } from './tableContext';

/** `past`: how many of the moves are shown, where the viewer looks back. */
export function Banner({ past, onTell }: { past: { n: number; of: number } | null; onTell: () => void }) {
  const { t } = usePage();
  const table = useTable();
  const { position, here } = table.state;
  const ours = !table.scene && position.seat !== null && here.includes(position.seat);
  const tone = position.phase === 'over' ? 'over' : ours ? 'ours' : 'theirs';
  return (
    <div class={`banner banner-${tone}`}>
      <p role="status">
        <strong>{headline(t, table)}</strong>{' '}
        <span>{position.phase === 'over' ? '' : past ? t('advice-past', past) : advice(t, table, ours)}</span>
      </p>
      <button type="button" class="button small on-focus" onClick={onTell}>
        {t('state-button')}
      </button>
    </div>
  );
}

function headline(t: Translate, { state, scene }: TableContext): string {
  const { position, seats, winners, here, answer } = state;
  if (answer) return t(`puzzle-${answer}`); // nobody moves after it
  if (scene?.kind === 'deal') return t('round', { n: position.round });
  if (scene?.kind === 'bonus') return t('scene-bonus');
  if (position.phase === 'tiling' && position.seat === null) return t('scene-scoring', { n: position.round });
  if (position.phase === 'over') {
    if (winners.length === 0) return t('game-over-nobody'); // a server's table was closed
    const names = winners.map((w) => seats[w]?.name ?? '').join(' & ');
    return t(winners.length > 1 ? 'game-over-shared' : 'game-over', { who: names });
  }
  const seat = position.seat ?? 0;
  const name = seats[seat]?.name ?? '';
  if (!here.includes(seat)) return t('turn-other', { who: name });
  return here.length > 1 ? t('turn-named', { who: name }) : t('turn-yours');
}

function advice(t: Translate, table: TableContext, ours: boolean): string {
  const { state, chosen, complete, taking, open } = table;
  if (table.scene || state.answer || state.position.seat === null) return '';
  if (!ours) return t(state.thinking ? 'advice-thinking' : 'advice-wait');
  if (complete) return t('advice-confirm');
  if (taking && chosen.length === 1) return t('advice-place', { count: taking.count, colour: taking.colour });
  if (chosen[0]?.startsWith('plate:')) return t(chosen.length === 1 ? 'advice-slot' : 'advice-turn');
  const next = [...open.keys()][0] ?? '';
  if (next.startsWith('stack:')) return t('advice-stack');
  if (next.startsWith('spend:')) return t('advice-spend');
  return t(phaseAdvice(state), { line: state.position.line ?? 0 });
}

/** What may be done now, and no more than that: a lesson allows less than the rules. */
export function phaseAdvice(state: Pick<TableState, 'position' | 'allowed' | 'legal'>): string {
  const { position } = state;
  if (position.phase === 'tiling') return isDuel(position) ? 'advice-tiling-duel' : 'advice-tiling';
  if (!isDuel(position)) return 'advice-offer';
  if (position.phase !== 'offer') return `advice-${position.phase}`;
  const moves = (state.allowed ?? state.legal).map((l) => l.move);
  const chip = moves.some((m) => 'chip' in m);
  if (moves.some((m) => 'plate' in m || 'draw' in m)) return chip ? 'advice-offer-duel' : 'advice-offer-duel-no-chip';
  return chip ? 'advice-offer-duel-no-plate' : 'advice-offer-duel-tiles';
}
