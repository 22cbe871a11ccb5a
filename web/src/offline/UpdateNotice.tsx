/* Says that a new version is there, and takes it by one touch. */
import { usePage } from '../ui/context';
import { takeUpdate, useUpdate } from './update';

/** `game`: the kept game that is open. */
export function UpdateNotice({ game }: { game: string | null }) {
  const { t } = usePage();
  const waits = useUpdate();
  return (
    <p class={waits ? 'update-notice' : 'unseen'} role="status">
      {waits && (
        <>
          <span>{t('update-there')}</span>
          <button type="button" class="button small" data-update onClick={() => takeUpdate(game)}>
            {t('update-now')}
          </button>
        </>
      )}
    </p>
  );
}
