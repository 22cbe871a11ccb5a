/* Optional: a name with a password, a one-time link for another device, one's data, deletion. */
import { useState } from 'preact/hooks';
import { usePage } from '../ui/context';
import { get, post, type Person } from './api';
import { accountErrorKey } from './errors';
import { Frame, Problem } from './Frame';
import type { Link } from './link';
import { codeOf } from './protocol';

interface Props {
  link: Link;
  onBack: () => void;
}

const problemKey = (e: unknown): string => accountErrorKey(codeOf(e));

export function Account({ link, onBack }: Props) {
  const { t } = usePage();
  const [problem, setProblem] = useState('');
  const [person, setPerson] = useState(link.person);
  const act = async (work: () => Promise<Person | null>): Promise<boolean> => {
    setProblem('');
    try {
      setPerson(await work());
      link.again();
      return true;
    } catch (e) {
      setProblem(t(problemKey(e)));
      return false;
    }
  };
  const leave = (path: string, body: object) =>
    act(async () => {
      await post(path, body);
      return null;
    });
  return (
    <Frame link={link} title={t('account')} onBack={onBack} back={t('to-lobby')}>
      <Problem text={problem} />
      <p>{person?.account ? t('account-is', { name: person.name }) : t('account-words')}</p>
      {!person?.account && (
        <Credentials onMake={(c) => void act(() => post<Person>('account', c))} onLogin={(c) => void act(() => post<Person>('login', c))} />
      )}
      {person?.account && <NewPassword onChange={(c) => act(() => post<Person>('password', c))} />}
      <OneTimeLink onProblem={(e) => setProblem(t(problemKey(e)))} />
      <section class="panel" aria-label={t('your-data')}>
        <h2>{t('your-data')}</h2>
        <div class="row">
          <button type="button" class="button" onClick={() => void get('export').then(save, (e) => setProblem(t(problemKey(e))))}>
            {t('export')}
          </button>
          {person?.account && (
            <button type="button" class="button" onClick={() => void leave('logout', {})}>
              {t('logout')}
            </button>
          )}
          <Deletion onDelete={() => void leave('delete', { sure: true })} />
        </div>
      </section>
    </Frame>
  );
}

interface Given {
  name: string;
  password: string;
}

function Credentials({ onMake, onLogin }: { onMake: (c: Given) => void; onLogin: (c: Given) => void }) {
  const { t } = usePage();
  const [given, setGiven] = useState<Given>({ name: '', password: '' });
  const [login, setLogin] = useState(false);
  return (
    <form
      class="panel"
      onSubmit={(e) => {
        e.preventDefault();
        (login ? onLogin : onMake)(given);
      }}
    >
      <div class="segmented" role="radiogroup" aria-label={t('account')}>
        {[false, true].map((way) => (
          <label key={String(way)}>
            <input type="radio" name="way" checked={login === way} onChange={() => setLogin(way)} />
            <span>{t(way ? 'login' : 'make-account')}</span>
          </label>
        ))}
      </div>
      <label class="field">
        <span>{t('account-name')}</span>
        <input
          type="text"
          required
          minLength={2}
          maxLength={24}
          autocomplete="username"
          value={given.name}
          onInput={(e) => setGiven({ ...given, name: e.currentTarget.value })}
        />
      </label>
      <Password label={t('password')} fresh={!login} value={given.password} onInput={(password) => setGiven({ ...given, password })} />
      {!login && <p class="quiet">{t('password-words')}</p>}
      <button type="submit" class="button primary">
        {t(login ? 'login' : 'make-account')}
      </button>
    </form>
  );
}

function Password({ label, fresh, value, onInput }: { label: string; fresh: boolean; value: string; onInput: (value: string) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="password"
        required
        minLength={8}
        maxLength={128}
        autocomplete={fresh ? 'new-password' : 'current-password'}
        value={value}
        onInput={(e) => onInput(e.currentTarget.value)}
      />
    </label>
  );
}

const NO_PASSWORDS = { password: '', next: '' };

function NewPassword({ onChange }: { onChange: (c: typeof NO_PASSWORDS) => Promise<boolean> }) {
  const { t } = usePage();
  const [given, setGiven] = useState(NO_PASSWORDS);
  const [done, setDone] = useState(false);
  const write = (more: Partial<typeof NO_PASSWORDS>) => {
    setDone(false);
    setGiven({ ...given, ...more });
  };
  const change = async () => {
    if (!(await onChange(given))) return;
    setGiven(NO_PASSWORDS);
    setDone(true);
  };
  return (
    <form
      class="panel"
      aria-label={t('new-password')}
      onSubmit={(e) => {
        e.preventDefault();
        void change();
      }}
    >
      <h2>{t('new-password')}</h2>
      <Password label={t('password-now')} fresh={false} value={given.password} onInput={(password) => write({ password })} />
      <Password label={t('password-next')} fresh value={given.next} onInput={(next) => write({ next })} />
      <p class="quiet" role="status">
        {t(done ? 'password-changed' : 'new-password-words')}
      </p>
      <button type="submit" class="button">
        {t('change-password')}
      </button>
    </form>
  );
}

function OneTimeLink({ onProblem }: { onProblem: (e: unknown) => void }) {
  const { t } = usePage();
  const [token, setToken] = useState('');
  return (
    <section class="panel" aria-label={t('other-device')}>
      <h2>{t('other-device')}</h2>
      <p class="quiet">{t('other-device-words')}</p>
      {token ? (
        <input
          type="text"
          readOnly
          value={`${location.href.split('#')[0]}#login=${token}`}
          aria-label={t('other-device')}
          onFocus={(e) => e.currentTarget.select()}
        />
      ) : (
        <button type="button" class="button" onClick={() => void post<{ token: string }>('link').then((l) => setToken(l.token), onProblem)}>
          {t('make-link')}
        </button>
      )}
    </section>
  );
}

function Deletion({ onDelete }: { onDelete: () => void }) {
  const { t } = usePage();
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <button type="button" class="button" onClick={() => setAsked(true)}>
        {t('delete')}
      </button>
    );
  return (
    <p class="sure" role="alert">
      {t('delete-sure')}{' '}
      <button type="button" class="button" onClick={onDelete}>
        {t('delete-yes')}
      </button>{' '}
      <button type="button" class="button" onClick={() => setAsked(false)}>
        {t('no')}
      </button>
    </p>
  );
}

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'azulejo.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
