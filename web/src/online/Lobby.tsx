/* Where online play begins: my games, an opponent at once, a table of one's own, open tables, games to watch. */
import { useState } from 'preact/hooks';
import { RULES, type Rules } from '../model/types';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { errorKey } from './errors';
import { Frame, Problem } from './Frame';
import { useAsked } from './hooks';
import type { Link } from './link';
import { pairUp } from './pairing';
import { codeOf, type ClockOptions, type Invitation, type Summary } from './protocol';
import { clockLabel, clockWords, expiryWords, PAIR_CLOCKS, namesOf, wordsOr } from './words';

interface Props {
  link: Link;
  name: string;
  setName: (name: string) => void;
  onTable: (table: Invitation, agreed?: boolean) => void;
  onNew: () => void;
  onAccount: () => void;
  onBack: () => void;
}

const LOOK_MS = 5000;

export function Lobby({ link, name, setName, onTable, onNew, onAccount, onBack }: Props) {
  const { t } = usePage();
  const [problem, setProblem] = useState('');
  const list = (what: 'mine' | 'lobby') => async () => (await link.ask({ t: what })).tables ?? [];
  const mine = useAsked(link, list('mine'), LOOK_MS);
  const lobby = useAsked(link, list('lobby'), LOOK_MS);
  const pair = async (rules: Rules, clock: ClockOptions) => {
    try {
      onTable(await pairUp(link, name, rules, clock), true);
    } catch (e) {
      setProblem(t(errorKey(codeOf(e))));
    }
  };
  const open = (lobby ?? []).filter((s) => s.phase === 'open' && s.you === null);
  const live = (lobby ?? []).filter((s) => s.phase === 'live' && s.you === null);
  return (
    <Frame link={link} title={t('online')} onBack={onBack}>
      <Problem text={problem} />
      {mine && mine.length > 0 && <Tables title={t('my-games')} tables={mine} action="open-game" mine onTable={onTable} />}
      <section class="panel" aria-label={t('play-together')}>
        <h2>{t('play-together')}</h2>
        <NameField link={link} name={name} setName={setName} />
        <div class="together">
          <div class="together-way">
            <p class="quiet">{t('together-friends')}</p>
            <button type="button" class="button primary big" onClick={onNew}>
              {t('new-table')}
            </button>
          </div>
          <div class="together-way">
            <p class="quiet">{t('together-anybody')}</p>
            <Pairing onPair={(rules, clock) => void pair(rules, clock)} disabled={link.state !== 'open'} />
          </div>
        </div>
      </section>
      <Tables title={t('open-tables')} tables={open} empty={t('no-open-tables')} action="look-in" onTable={onTable} />
      {live.length > 0 && <Tables title={t('games-to-watch')} tables={live} action="watch-game" onTable={onTable} />}
      <p>
        <button type="button" class="button" onClick={onAccount}>
          {link.person?.account ? t('account-of', { name: link.person.name }) : t('account')}
        </button>
      </p>
    </Frame>
  );
}

/** A person with an account plays under its name. */
export function NameField({ link, name, setName }: { link: Link; name: string; setName: (name: string) => void }) {
  const { t } = usePage();
  if (link.person?.account) return <p>{t('account-is', { name: link.person.name })}</p>;
  return (
    <label class="field">
      <span>{t('your-name')}</span>
      <input
        type="text"
        value={name}
        maxLength={24}
        autocomplete="nickname"
        placeholder={link.person?.name ?? t('guest')}
        onInput={(e) => setName(e.currentTarget.value.replace(/[<>&]/g, ''))}
      />
    </label>
  );
}

function Pairing({ onPair, disabled }: { onPair: (rules: Rules, clock: ClockOptions) => void; disabled: boolean }) {
  const { t } = usePage();
  const [rules, setRules] = useState<Rules>('classic');
  const [clock, setClock] = useState(0);
  return (
    <form
      class="pairing"
      onSubmit={(e) => {
        e.preventDefault();
        onPair(rules, PAIR_CLOCKS[clock]!);
      }}
    >
      <label>
        <span class="unseen">{t('rule-set')}</span>
        <select value={rules} onChange={(e) => setRules(e.currentTarget.value as Rules)}>
          {RULES.map((r) => (
            <option key={r} value={r}>
              {t(`rules-${r}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="unseen">{t('clock')}</span>
        <select value={clock} onChange={(e) => setClock(Number(e.currentTarget.value))} data-pair-clock>
          {PAIR_CLOCKS.map((c, i) => (
            <option key={i} value={i}>
              {clockLabel(t, c.kind === 'total' ? { ...c, increment_ms: 0, delay_ms: 0 } : c)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button" disabled={disabled}>
        {t('find-opponent')}
      </button>
    </form>
  );
}

interface TablesProps {
  title: string;
  tables: Summary[];
  empty?: string;
  action: string;
  /** One's own games are listed with the day on which they are removed. */
  mine?: boolean;
  onTable: (table: Invitation) => void;
}

function Tables({ title, tables, empty, action, mine, onTable }: TablesProps) {
  const { t } = usePage();
  return (
    <section class="panel tables" aria-label={title}>
      <h2>{title}</h2>
      {tables.length === 0 && <p class="quiet">{empty}</p>}
      <ul hidden={tables.length === 0}>
        {tables.map((s) => (
          <li key={s.table} class={s.waits_for_you ? 'waiting' : ''}>
            <span class="tables-what">
              <strong>{wordsOr(t, `rules-${s.rules}`, s.rules)}</strong>
              <span>{namesOf(t, s.seats)}</span>
              <small>{`${stateWords(t, s)} ${clockWords(t, s.clock)}`}</small>
              {mine && s.expires_at && <small class="expiry">{expiryWords(t, s.phase, s.expires_at)}</small>}
            </span>
            <button type="button" class={`button${s.waits_for_you ? ' primary' : ''}`} onClick={() => onTable({ table: s.table, key: '' })}>
              {t(action)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stateWords = (t: Translate, s: Summary): string => (s.waits_for_you ? t('state-yours') : wordsOr(t, `state-${s.phase}`, ''));
