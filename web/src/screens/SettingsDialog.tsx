/* What each viewer may set. */
import { languageName, LANGUAGES } from '../text/languages';
import { UpdateNotice } from '../offline/UpdateNotice';
import { usePage } from '../ui/context';
import { Dialog } from '../ui/Dialog';
import type { Settings } from '../settings/settings';

type Flag = 'contrast' | 'letters' | 'confirm' | 'sound' | 'keys';
const FLAGS: Flag[] = ['letters', 'contrast', 'confirm', 'sound', 'keys'];

/** `game`: the kept game that is open, to be resumed after an update. */
export function SettingsDialog({ game, onClose, onReopen }: { game: string | null; onClose: () => void; onReopen?: () => void }) {
  const { t } = usePage();
  return (
    <Dialog title={t('settings')} onClose={onClose} onReopen={onReopen}>
      <UpdateNotice game={game} />
      <Choice name="language" values={LANGUAGES} words={(l) => languageName(l)} />
      <Choice name="theme" values={['system', 'light', 'dark']} words={(v) => t(`theme-${v}`)} />
      <Choice name="speed" values={['off', 'slow', 'normal', 'fast']} words={(v) => t(`speed-${v}`)} />
      {FLAGS.map((flag) => (
        <Switch key={flag} flag={flag} />
      ))}
    </Dialog>
  );
}

function Choice<K extends 'language' | 'theme' | 'speed'>({
  name,
  values,
  words,
}: {
  name: K;
  values: readonly Settings[K][];
  words: (v: Settings[K]) => string;
}) {
  const { t, settings, set } = usePage();
  return (
    <fieldset class="setting">
      <legend>{t(name)}</legend>
      <div class="segmented">
        {values.map((v) => (
          <label key={v}>
            <input type="radio" name={name} checked={settings[name] === v} onChange={() => set({ [name]: v } as Partial<Settings>)} />
            <span>{words(v)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Switch({ flag }: { flag: Flag }) {
  const { t, settings, set } = usePage();
  return (
    <label class="check">
      <input type="checkbox" checked={settings[flag]} onChange={(e) => set({ [flag]: e.currentTarget.checked })} />
      <span>
        {t(`set-${flag}`)}
        <small>{t(`set-${flag}-words`)}</small>
      </span>
    </label>
  );
}
