/* How hard a puzzle is, at a glance. */
import { usePage } from '../ui/context';
import { GRADES } from './puzzles';

/** Five dots, as many filled as the grade says. */
export function GradeDots({ grade }: { grade: number }) {
  const { t } = usePage();
  return (
    <span class="grade-dots" role="img" aria-label={t('puzzle-grade', { n: grade })}>
      {GRADES.map((g) => (
        <span key={g} class={g <= grade ? 'on' : ''} />
      ))}
    </span>
  );
}
