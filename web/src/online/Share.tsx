/* The secret link of a table, to copy or to hand to the device's share sheet. */
import { useState } from 'preact/hooks';
import { usePage } from '../ui/context';
import { lazy } from '../ui/Lazy';
import { addressOf } from '../model/route';
import type { Invitation } from './protocol';

const QrCode = lazy(() => import('./QrCode').then((m) => m.QrCode));

/** `secret`: nobody else can come in. */
export function Share({ invitation, secret }: { invitation: Invitation; secret: boolean }) {
  const { t } = usePage();
  const [said, setSaid] = useState('');
  const link = addressOf({ to: 'table', ...invitation });
  const copy = async (field: HTMLInputElement | null) => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid(t('invite-copied'));
    } catch {
      field?.select();
      setSaid(t('invite-select'));
    }
  };
  return (
    <section class="panel invite" aria-label={t('invite')}>
      <h2>{t('invite')}</h2>
      <p class="quiet">{t(secret ? 'invite-words' : 'invite-words-public')}</p>
      <div class="invite-row">
        <input type="text" readOnly value={link} aria-label={t('invite-link')} onFocus={(e) => e.currentTarget.select()} />
        <button type="button" class="button primary" onClick={(e) => void copy(e.currentTarget.parentElement!.querySelector('input'))}>
          {t('invite-copy')}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            class="button"
            onClick={() => void navigator.share({ title: 'Azulejo', text: t('invite-text'), url: link }).catch(() => undefined)}
          >
            {t('invite-share')}
          </button>
        )}
      </div>
      <p class="said" role="status">
        {said}
      </p>
      <figure class="qr">
        <span class="qr-code">
          <QrCode link={link} />
        </span>
        <figcaption class="quiet">{t('invite-qr-words')}</figcaption>
      </figure>
    </section>
  );
}
