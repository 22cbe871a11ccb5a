/* A table of one's own: rules, seats, who starts, tablets, clock, what happens when somebody leaves, who may see it. */
import { useState } from 'preact/hooks';
import { range } from '../board/counts';
import { RULES, type Rules } from '../game/types';
import { StarterChoice, TabletChoice } from '../screens/Start';
import { usePage } from '../ui/context';
import { readStored, writeStored } from '../ui/settings';
import { Frame, Problem } from './Frame';
import type { Link } from './link';
import { NameField } from './Lobby';
import { codeOf, type Invitation } from './protocol';
import { CLOCKS, clockWords, problemOf } from './words';

const KEY = 'azulejo.table';

/** A seat beside mine: 0 somebody else, 1 to 7 a bot. */
interface Wish {
  rules: Rules;
  seats: number[];
  starter: number | null;
  tablets: string[] | null;
  clock: number;
  leaver: 'bot' | 'claim';
  public: boolean;
}

const FIRST: Wish = { rules: 'classic', seats: [0], starter: null, tablets: null, clock: 0, leaver: 'claim', public: false };

function loadWish(): Wish {
  const stored = readStored(KEY) as Partial<Wish> | null;
  const good =
    stored && RULES.includes(stored.rules as Rules) && Array.isArray(stored.seats) && stored.seats.length >= 1 && stored.seats.length <= 3 && CLOCKS[stored.clock ?? -1];
  return good ? { ...FIRST, ...stored } : FIRST;
}

interface Props {
  link: Link;
  name: string;
  setName: (name: string) => void;
  onTable: (table: Invitation) => void;
  onBack: () => void;
}

export function NewTable({ link, name, setName, onTable, onBack }: Props) {
  const { t } = usePage();
  const [wish, setWish] = useState(loadWish);
  const [problem, setProblem] = useState('');
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  const others = wish.rules === 'duel' ? wish.seats.slice(0, 1) : wish.seats;
  const make = async () => {
    writeStored(KEY, wish);
    const seats = ['me', ...others.map((level) => (level === 0 ? 'open' : level))];
    const starter = wish.starter !== null && wish.starter < seats.length ? wish.starter : 'random';
    const options = { rules: wish.rules, players: seats.length, starter, clock: CLOCKS[wish.clock], leaver: wish.leaver, public: wish.public };
    try {
      const made = await link.ask({ t: 'create', ...options, tablets: wish.tablets ?? 'random', seats, ...(name ? { name } : {}) });
      onTable({ table: made.table!, key: made.key ?? '' });
    } catch (e) {
      setProblem(t(problemOf(codeOf(e))));
    }
  };
  return (
    <Frame link={link} title={t('new-table')} onBack={onBack} back={t('to-lobby')}>
      <Problem text={problem} />
      <form
        class="panel new-table"
        onSubmit={(e) => {
          e.preventDefault();
          void make();
        }}
      >
        <NameField link={link} name={name} setName={setName} />
        <fieldset>
          <legend>{t('rule-set')}</legend>
          <div class="rule-cards">
            {RULES.map((rules) => (
              <label key={rules} class="rule-card">
                <input type="radio" name="rules" checked={wish.rules === rules} onChange={() => change({ rules })} />
                <span class="rule-name">{t(`rules-${rules}`)}</span>
                <span class="rule-words">{t(`rules-${rules}-words`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{t('players')}</legend>
          {wish.rules !== 'duel' && (
            <div class="segmented" role="radiogroup" aria-label={t('number-of-players')}>
              {[2, 3, 4].map((n) => (
                <label key={n}>
                  <input type="radio" name="count" checked={wish.seats.length === n - 1} onChange={() => change({ seats: range(n - 1).map((i) => wish.seats[i] ?? 0) })} />
                  <span>{n}</span>
                </label>
              ))}
            </div>
          )}
          {others.map((level, i) => (
            <label key={i} class="field">
              <span>{t('seat', { n: i + 2 })}</span>
              <select value={level} onChange={(e) => change({ seats: wish.seats.with(i, Number(e.currentTarget.value)) })}>
                {range(8).map((n) => (
                  <option key={n} value={n}>
                    {n === 0 ? t('somebody') : t(`bot-level-${n}`)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <StarterChoice setup={wish} count={others.length + 1} change={change} />
        </fieldset>
        {wish.rules === 'duel' && <TabletChoice setup={wish} change={change} />}
        <label class="field">
          <span>{t('clock')}</span>
          <select value={wish.clock} onChange={(e) => change({ clock: Number(e.currentTarget.value), leaver: e.currentTarget.value === '0' ? 'claim' : 'bot' })}>
            {CLOCKS.map((clock, i) => (
              <option key={i} value={i}>
                {clockWords(t, clock)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t('leaver')}</span>
          <select value={wish.leaver} onChange={(e) => change({ leaver: e.currentTarget.value as 'bot' })}>
            {(['claim', 'bot'] as const).map((rule) => (
              <option key={rule} value={rule}>
                {t(`leaver-${rule}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={wish.public} onChange={(e) => change({ public: e.currentTarget.checked })} />
          <span>
            {t('public')}
            <small class="quiet">{t('public-words')}</small>
          </span>
        </label>
        <button type="submit" class="button primary big" disabled={link.state !== 'open'}>
          {t('make-table')}
        </button>
      </form>
    </Frame>
  );
}
