/* The rules in our own words, the part that matters now first. */
import { useEffect, useRef } from 'preact/hooks';
import type { Position, Rules } from '../model/types';
import { usePage } from '../ui/context';
import { Dialog } from '../ui/Dialog';
import { RuleFigure } from './RuleFigure';

const CLASSIC = ['goal', 'offer', 'place', 'floor', 'tiling', 'score', 'end'];
const EXTRA: Record<Rules, string[]> = {
  classic: [],
  grey: ['grey'],
  crystal1: ['grey', 'crystal1'],
  crystal2: ['grey', 'crystal2'],
  duel: [],
};
const DUEL = [
  'duel-goal',
  'duel-actions',
  'duel-plate',
  'duel-sun',
  'duel-moon',
  'duel-chip',
  'duel-place',
  'duel-tiling',
  'duel-pay',
  'duel-score',
  'duel-end',
];

export const sectionsOf = (rules: Rules): string[] => (rules === 'duel' ? DUEL : [...CLASSIC, ...EXTRA[rules]]);

/** The section that belongs to what the player does now. */
function nowSection(position: Position | null): string {
  if (!position) return '';
  const duel = position.rules === 'duel' ? 'duel-' : '';
  if (position.phase === 'tiling') return `${duel}tiling`;
  if (position.phase === 'over') return `${duel}end`;
  if (!duel) return 'offer';
  return position.phase === 'offer' ? 'duel-actions' : 'duel-plate';
}

interface Props {
  rules: Rules;
  position: Position | null;
  /** The section that is asked about; without one, what the player does now. */
  topic: string;
  onClose: () => void;
  onReopen?: () => void;
}

export function HelpDialog({ rules, position, topic, onClose, onReopen }: Props) {
  const { t } = usePage();
  const sections = sectionsOf(rules);
  const now = topic || nowSection(position);
  const asked = useRef<HTMLElement>(null);
  useEffect(() => {
    if (topic) asked.current?.scrollIntoView({ block: 'center' });
  }, [topic]);
  return (
    <Dialog title={t('help-title', { rules: t(`rules-${rules}`) })} onClose={onClose} onReopen={onReopen}>
      {sections.map((s) => (
        <section key={s} ref={s === now ? asked : null} class={`help-section${s === now ? ' now' : ''}`}>
          <h3>
            {t(`help-${s}-title`)} {s === now && <span class="now-tag">{t(topic ? 'why' : 'help-now')}</span>}
          </h3>
          <div class="help-rule">
            <p>{t(`help-${s}`)}</p>
            <span class="help-figure">
              <RuleFigure name={s} rules={rules} />
            </span>
          </div>
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
