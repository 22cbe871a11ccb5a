/* A table of one's own: rules, seats, who starts, tablets, clock, what happens when a player leaves, who may see it. */
import { useState } from 'preact/hooks';
import { levelsOf, seatNames } from '../model/bots';
import { range } from '../model/counts';
import { RULES, type Rules } from '../model/types';
import { usePage } from '../ui/context';
import { SelectField } from '../ui/SelectField';
import { readStored, writeStored } from '../settings/settings';
import { FIRST_TABLETS, USUAL } from '../game/setup';
import { PlayerCount, RuleCards, SeatCard, StarterField, Strength, TabletChoice } from '../screens/SetupParts';
import { errorKey } from './errors';
import { Frame, Problem } from './Frame';
import type { Link } from './link';
import { NameField } from './Lobby';
import { codeOf, type Invitation } from './protocol';
import { clockLabel, CLOCKS } from './words';

const KEY = 'azulejo.table';

/** A seat beside mine: 0 another person, else a bot's level. It is kept with names. */
interface Wish {
  rules: Rules;
  seats: number[];
  /** Null: by chance. */
  starter: number | null;
  clock: number;
  leaver: 'bot' | 'claim';
  public: boolean;
  /** Null: drawn by the server. */
  tablets: string[] | null;
}

const FIRST: Wish = { rules: 'classic', seats: [0], starter: null, clock: 0, leaver: 'claim', public: false, tablets: FIRST_TABLETS };

function loadWish(): Wish {
  const stored = readStored(KEY) as Partial<Wish> | null;
  const good =
    stored &&
    RULES.includes(stored.rules as Rules) &&
    Array.isArray(stored.seats) &&
    stored.seats.length >= 1 &&
    stored.seats.length <= 3 &&
    CLOCKS[stored.clock ?? -1];
  return good ? { ...FIRST, ...stored, seats: levelsOf(stored.seats!) } : FIRST;
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
  const make = async () => {
    writeStored(KEY, { ...wish, seats: seatNames(wish.seats) });
    try {
      const made = await link.ask({ t: 'create', ...asked(wish), ...(name ? { name } : {}) });
      onTable({ table: made.table!, key: made.key ?? '' });
    } catch (e) {
      setProblem(t(errorKey(codeOf(e))));
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
        <Wishes wish={wish} change={(part) => setWish({ ...wish, ...part })} />
        <div class="new-table-foot">
          <button type="submit" class="button primary big" disabled={link.state !== 'open'}>
            {t('make-table')}
          </button>
        </div>
      </form>
    </Frame>
  );
}

/** The seats beside mine that play: one in Duel. */
const othersOf = ({ rules, seats }: Wish): number[] => (rules === 'duel' ? seats.slice(0, 1) : seats);

function asked(wish: Wish): Record<string, unknown> {
  const seats = ['me', ...othersOf(wish).map((level) => (level === 0 ? 'open' : level))];
  const { rules, leaver } = wish;
  const starter = wish.starter !== null && wish.starter < seats.length ? wish.starter : 'random';
  return {
    rules,
    leaver,
    starter,
    players: seats.length,
    clock: CLOCKS[wish.clock],
    public: wish.public,
    ...(rules === 'duel' ? { tablets: wish.tablets ?? 'random' } : {}),
    seats,
  };
}

function Wishes({ wish, change }: { wish: Wish; change: (part: Partial<Wish>) => void }) {
  const { t } = usePage();
  const others = othersOf(wish);
  return (
    <>
      <RuleCards rules={wish.rules} onChange={(rules) => change({ rules })} />
      <fieldset>
        <legend>{t('players')}</legend>
        <PlayerCount
          rules={wish.rules}
          count={wish.seats.length + 1}
          onChange={(n) => change({ seats: range(n - 1).map((i) => wish.seats[i] ?? 0) })}
        />
        <div class="seat-cards">
          {[0, ...others].map((level, i) => (
            <SeatCard
              key={i}
              i={i}
              level={level}
              rival={others.find((l) => l > 0) ?? USUAL}
              onLevel={i === 0 ? undefined : (to) => change({ seats: wish.seats.with(i - 1, to) })}
            >
              <span class="seat-name">{t(i === 0 ? 'you' : 'somebody')}</span>
            </SeatCard>
          ))}
        </div>
      </fieldset>
      <Strength
        levels={[0, ...others]}
        onLevel={(to, one) => change({ seats: wish.seats.map((l, i) => (l > 0 && (one === null || one === i + 1) ? to : l)) })}
      />
      <fieldset>
        <StarterField starter={wish.starter} count={others.length + 1} onChange={(starter) => change({ starter })} />
      </fieldset>
      {wish.rules === 'duel' && <TabletChoice tablets={wish.tablets} onChange={(tablets) => change({ tablets })} />}
      <SelectField
        label={t('clock')}
        value={wish.clock}
        values={range(CLOCKS.length)}
        words={(i) => clockLabel(t, CLOCKS[i]!)}
        onChange={(clock) => change({ clock, leaver: clock === 0 ? 'claim' : 'bot' })}
      />
      <SelectField
        label={t('leaver')}
        value={wish.leaver}
        values={['claim', 'bot'] as const}
        words={(rule) => t(`leaver-${rule}`)}
        onChange={(leaver) => change({ leaver })}
      />
      <label class="check">
        <input type="checkbox" checked={wish.public} onChange={(e) => change({ public: e.currentTarget.checked })} />
        <span>
          {t('public')}
          <small class="quiet">{t('public-words')}</small>
        </span>
      </label>
    </>
  );
}
