/* The rules in our own words, the part that matters now first. */
import { Tile } from '../art/pieces';
import type { Position, Rules } from '../game/types';
import { usePage } from '../ui/context';
import { Dialog } from '../ui/Dialog';

const CLASSIC = ['goal', 'offer', 'place', 'floor', 'tiling', 'score', 'end'];
const EXTRA: Record<Rules, string[]> = { classic: [], grey: ['grey'], crystal1: ['grey', 'crystal1'], crystal2: ['grey', 'crystal2'], duel: [] };
const DUEL = ['duel-goal', 'duel-actions', 'duel-plate', 'duel-sun', 'duel-moon', 'duel-chip', 'duel-place', 'duel-tiling', 'duel-pay', 'duel-score', 'duel-end'];

/** The section that belongs to what the player does now. */
function nowSection(position: Position | null): string {
  if (!position) return '';
  const duel = position.rules === 'duel' ? 'duel-' : '';
  if (position.phase === 'tiling') return `${duel}tiling`;
  if (position.phase === 'over') return `${duel}end`;
  if (!duel) return 'offer';
  return position.phase === 'offer' ? 'duel-actions' : 'duel-plate';
}

export function HelpDialog({ rules, position, onClose }: { rules: Rules; position: Position | null; onClose: () => void }) {
  const { t } = usePage();
  const sections = rules === 'duel' ? DUEL : [...CLASSIC, ...EXTRA[rules]];
  const now = nowSection(position);
  return (
    <Dialog title={t('help-title', { rules: t(`rules-${rules}`) })} onClose={onClose}>
      <p class="help-tiles" aria-hidden="true">
        {(['B', 'Y', 'R', 'K', 'T'] as const).map((c) => (
          <Tile key={c} piece={c} shape={rules === 'duel' ? 'disc' : 'square'} />
        ))}
      </p>
      {sections.map((s) => (
        <section key={s} class={`help-section${s === now ? ' now' : ''}`}>
          <h3>
            {t(`help-${s}-title`)} {s === now && <span class="now-tag">{t('help-now')}</span>}
          </h3>
          <p>{t(`help-${s}`)}</p>
        </section>
      ))}
      <section class="help-section">
        <h3>{t('help-keys-title')}</h3>
        <p>{t('help-keys')}</p>
      </section>
      <p class="notice">{t('notice')}</p>
    </Dialog>
  );
}
