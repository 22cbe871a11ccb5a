/* One rule alone, in the words of the rules' dialog, which come later than those of the table. */
import { usePage } from '../ui/context';

export function RuleWords({ section }: { section: string }) {
  const { t } = usePage();
  return <p>{t(`help-${section}`)}</p>;
}
