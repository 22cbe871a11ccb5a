/* A table before the game: who sits where, the invitation, joining by a press of a button, being ready. */
import { useEffect, useState } from 'preact/hooks';
import { range } from '../board/counts';
import { usePage } from '../ui/context';
import { remember } from './fair';
import type { Feed, TableInfo } from './feed';
import { Frame, Problem } from './Frame';
import { NameField } from './Lobby';
import { codeOf, type TableSeat } from './protocol';
import { Share } from './Share';
import { clockWords, problemOf, seatName } from './words';

interface Props {
  feed: Feed;
  info: TableInfo;
  name: string;
  setName: (name: string) => void;
  onBack: () => void;
}

const newContribution = (): string => [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, '0')).join('');

type Ask = (message: Record<string, unknown>) => Promise<void>;

export function Room({ feed, info, name, setName, onBack }: Props) {
  const { t } = usePage();
  const [problem, setProblem] = useState('');
  const { options, seats, you, table, commitment } = info;
  const free = seats.some((s) => s.kind === 'empty');
  useEffect(() => remember(info), [table]);
  const ask: Ask = async (message) => {
    setProblem('');
    try {
      await feed.link.ask({ ...message, table });
      if (message.t === 'join' || message.t === 'leave') feed.link.watch(feed);
    } catch (e) {
      setProblem(t(problemOf(codeOf(e))));
    }
  };
  return (
    <Frame link={feed.link} title={t(`rules-${options.rules}`)} onBack={onBack} back={t('to-lobby')}>
      <Problem text={problem} />
      <p class="room-facts">
        <span>{clockWords(t, options.clock)}</span> <span>{t(`leaver-${options.leaver}-fact`)}</span>{' '}
        <span>{t(options.public ? 'public-fact' : 'private-fact')}</span>
      </p>
      {you !== null && free && <Share invitation={{ table, key: info.key }} />}
      <section class="panel seats" aria-label={t('players')}>
        <h2>{t('players')}</h2>
        {you === null ? <Joining feed={feed} info={info} name={name} setName={setName} ask={ask} /> : <Waiting info={info} you={you} free={free} ask={ask} onBack={onBack} />}
      </section>
      <details class="promise">
        <summary>{t('promise')}</summary>
        <p class="quiet">{t('promise-words')}</p>
        <code>{commitment}</code>
      </details>
    </Frame>
  );
}

/** Somebody who came by the link: looks at the seats, and may take one. */
function Joining({ feed, info, name, setName, ask }: Omit<Props, 'onBack'> & { ask: Ask }) {
  const { t } = usePage();
  const { seats } = info;
  const free = seats.filter((s) => s.kind === 'empty').length;
  const join = (seat?: number) => void ask({ t: 'join', ...(info.key ? { key: info.key } : {}), ...(seat === undefined ? {} : { seat }), ...(name ? { name } : {}) });
  return (
    <>
      <ol>
        {seats.map((seat, i) => (
          <SeatRow key={i} seat={seat} i={i} you={null} owner={info.maker} ask={ask} onSit={free < 2 ? null : () => join(i)} />
        ))}
      </ol>
      {free === 0 && <p class="quiet">{t('table-full')}</p>}
      {free > 0 && (
        <>
          <NameField link={feed.link} name={name} setName={setName} />
          <button type="button" class="button primary big" data-join onClick={() => join()}>
            {t('join')}
          </button>
        </>
      )}
    </>
  );
}

interface WaitingProps {
  info: TableInfo;
  you: number;
  free: boolean;
  ask: Ask;
  onBack: () => void;
}

/** Somebody who sits: says that the game may begin, or leaves. */
function Waiting({ info, you, free, ask, onBack }: WaitingProps) {
  const { t } = usePage();
  const { seats, maker } = info;
  const ready = seats[you]?.ready;
  const begin = () => {
    const contribution = newContribution();
    remember(info, contribution);
    void ask({ t: 'ready', contribution });
  };
  return (
    <>
      <ol>
        {seats.map((seat, i) => (
          <SeatRow key={i} seat={seat} i={i} you={you} owner={maker} ask={ask} onSit={null} />
        ))}
      </ol>
      {!ready && (
        <button type="button" class="button primary big" data-ready onClick={begin}>
          {t('ready')}
        </button>
      )}
      <p class="quiet" role="status">
        {t(ready ? (free ? 'waiting-seats' : 'waiting-ready') : 'ready-words')}
      </p>
      <button type="button" class="button" onClick={() => void ask({ t: 'leave' }).then(onBack)}>
        {t('leave-table')}
      </button>
    </>
  );
}

interface SeatProps {
  seat: TableSeat;
  i: number;
  you: number | null;
  /** The maker of the table may fill and free seats with bots. */
  owner: boolean;
  ask: Ask;
  onSit: (() => void) | null;
}

function SeatRow({ seat, i, you, owner, ask, onSit }: SeatProps) {
  const { t } = usePage();
  return (
    <li class={`seat seat-${seat.kind}`}>
      <span class="seat-who">
        <strong>{seatName(t, seat, i)}</strong>
        <small>{seatState(t, seat, i === you)}</small>
      </span>
      {seat.kind === 'empty' && onSit && (
        <button type="button" class="button small" onClick={onSit} aria-label={t('sit-here-n', { n: i + 1 })}>
          {t('sit-here')}
        </button>
      )}
      {seat.kind === 'empty' && owner && (
        <select class="seat-bot" value="" aria-label={t('add-bot-n', { n: i + 1 })} onChange={(e) => void ask({ t: 'bot', seat: i, level: Number(e.currentTarget.value) })}>
          <option value="">{t('add-bot')}</option>
          {range(7).map((n) => (
            <option key={n} value={n + 1}>
              {t(`bot-level-${n + 1}`)}
            </option>
          ))}
        </select>
      )}
      {seat.kind === 'bot' && owner && (
        <button type="button" class="button small" onClick={() => void ask({ t: 'leave', seat: i })}>
          {t('remove-bot')}
        </button>
      )}
    </li>
  );
}

function seatState(t: (id: string, args?: Record<string, string | number>) => string, seat: TableSeat, mine: boolean): string {
  if (seat.kind === 'empty') return t('seat-free-words');
  if (seat.kind === 'bot') return t('level', { n: seat.level ?? 1 });
  const state = t(seat.ready ? 'is-ready' : seat.online === false ? 'is-away' : 'not-ready');
  return mine ? `${t('that-is-you')} ${state}` : state;
}
