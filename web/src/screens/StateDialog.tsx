/* The table in words, on demand: a button that shows itself when the keyboard reaches it, and the key I. */
import { tableInWords } from '../game/describeTable';
import { usePage } from '../ui/context';
import { useTable } from '../board/tableContext';
import { Dialog } from '../ui/Dialog';

export function StateDialog({ onClose, onReopen }: { onClose: () => void; onReopen?: () => void }) {
  const { t } = usePage();
  const { state } = useTable();
  return (
    <Dialog title={t('state-title')} onClose={onClose} onReopen={onReopen}>
      {tableInWords(t, state).map(({ title, lines }) => (
        <section key={title} class="help-section">
          <h3>{title}</h3>
          <ul>
            {lines.map((line, i) => (
              <li key={i}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}
