/* A table before the game: who sits where, the invitation, joining by a press of a button, being ready. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { botName } from '../game/names';
import { USUAL } from '../game/setup';
import { botAt } from '../model/bots';
import { BotChoice } from '../screens/SetupParts';
import { usePage } from '../ui/context';
import { errorKey } from './errors';
import { remember } from './fair';
import type { Feed, TableInfo } from './feed';
import { Frame, Problem } from './Frame';
import { useTick } from './hooks';
import type { Link } from './link';
import { NameField } from './Lobby';
import { PAIR_AGAIN_MS, pairUp, stillWaiting } from './pairing';
import { useCall, useWhenSeen } from './attention';
import { codeOf, type Invitation, type ServerRequest, type TableSeat } from './protocol';
import { Share } from './Share';
import { clockTime, clockWords, expiryWords, seatName, wordsOr } from './words';
import { useLatest } from '../ui/useLatest';

interface Props {
  feed: Feed;
  info: TableInfo;
  name: string;
  setName: (name: string) => void;
  /** Everybody has agreed to this game already. */
  agreed: boolean;
  onTable: (table: Invitation, agreed?: boolean) => void;
  onBack: () => void;
}

const newContribution = (): string => [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, '0')).join('');

type Ask = (message: ServerRequest) => Promise<void>;

export function Room({ feed, info, name, setName, agreed, onTable, onBack }: Props) {
  const { t } = usePage();
  const [problem, setProblem] = useState('');
  const { options, seats, you, table, commitment, shuffle } = info;
  const free = seats.some((s) => s.kind === 'empty');
  const seeks = options.quick === true && you !== null && free;
  const share = you !== null && free && <Share invitation={{ table, key: info.key }} secret={!options.public} />;
  const expiry = expiryWords(t, info.phase, info.expiresAt);
  useEffect(() => remember({ table, commitment, shuffle }), [table, commitment, shuffle]);
  const tried = async (work: () => Promise<void>) => {
    setProblem('');
    try {
      await work();
    } catch (e) {
      setProblem(t(errorKey(codeOf(e))));
    }
  };
  const ask: Ask = (message) =>
    tried(async () => {
      await feed.link.ask({ ...message, table });
      if (message.t === 'join' || message.t === 'leave') feed.link.watch(feed);
    });
  const pairAgain = () => void tried(async () => onTable(await pairUp(feed.link, name, options.rules, options.clock), true));
  useOtherTable(feed.link, info, (other) => onTable({ table: other, key: '' }, true));
  return (
    <Frame link={feed.link} title={t(`rules-${options.rules}`)} onBack={onBack} back={t('to-lobby')}>
      <Problem text={problem} />
      <p class="room-facts">
        <span>{clockWords(t, options.clock)}</span> <span>{wordsOr(t, `leaver-${options.leaver}-fact`, '')}</span>{' '}
        <span>{t(options.public ? 'public-fact' : 'private-fact')}</span>
      </p>
      {expiry && <p class="quiet expiry">{expiry}</p>}
      {!seeks && share}
      <section class="panel seats" aria-label={t('players')}>
        <h2>{t(seeks ? 'pair-looking' : 'players')}</h2>
        {you !== null ? (
          <Waiting link={feed.link} info={info} you={you} free={free} agreed={agreed} ask={ask} onBack={onBack} />
        ) : info.lost ? (
          <Lost how={info.lost} onPair={pairAgain} onBack={onBack} />
        ) : (
          <Joining feed={feed} info={info} name={name} setName={setName} ask={ask} />
        )}
      </section>
      {seeks && share}
      <details class="promise">
        <summary>{t('promise')}</summary>
        <p class="quiet">{t('promise-words')}</p>
        <code>{commitment}</code>
      </details>
    </Frame>
  );
}

/** Quick pairing: after somebody was late two people may wait at two tables; the server brings them together when one of them asks. */
function useOtherTable(link: Link, info: TableInfo, onOther: (table: string) => void): void {
  const waits = info.options.quick === true && info.you !== null && info.seats.some((s) => s.kind === 'empty');
  const now = useLatest({ info, onOther });
  useEffect(() => {
    if (!waits) return;
    let here = true;
    const again = async () => {
      const { options, table } = now.current.info;
      const found = await stillWaiting(link, options).catch(() => table); // refused, or no connection: later
      if (here && found !== table) now.current.onOther(found);
    };
    const timer = setInterval(() => void again(), PAIR_AGAIN_MS);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [waits, link, now]);
}

/** Tells a person who has lost the seat without having left it. */
function Lost({ how, onPair, onBack }: { how: 'removed' | 'late'; onPair: () => void; onBack: () => void }) {
  const { t } = usePage();
  return (
    <>
      <p role="alert">{t(`seat-${how}`)}</p>
      <div class="row">
        {how === 'late' && (
          <button type="button" class="button primary" data-pair onClick={onPair}>
            {t('pair-again')}
          </button>
        )}
        <button type="button" class={how === 'late' ? 'button' : 'button primary'} onClick={onBack}>
          {t('to-lobby')}
        </button>
      </div>
    </>
  );
}

/** Somebody who came by the link: looks at the seats, and may take one. */
function Joining({ feed, info, name, setName, ask }: Omit<Props, 'agreed' | 'onTable' | 'onBack'> & { ask: Ask }) {
  const { t } = usePage();
  const { seats } = info;
  const free = seats.filter((s) => s.kind === 'empty').length;
  const join = (seat?: number) =>
    void ask({ t: 'join', ...(info.key ? { key: info.key } : {}), ...(seat === undefined ? {} : { seat }), ...(name ? { name } : {}) });
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
  link: Link;
  info: TableInfo;
  you: number;
  free: boolean;
  agreed: boolean;
  ask: Ask;
  onBack: () => void;
}

/** Somebody who sits: says that the game may begin, or leaves. */
function Waiting({ link, info, you, free, agreed, ask, onBack }: WaitingProps) {
  const { t } = usePage();
  const { seats, maker } = info;
  const ready = seats[you]?.ready;
  const begin = () => {
    const contribution = newContribution();
    remember(info, contribution);
    void ask({ t: 'ready', contribution });
  };
  // A player who has agreed to a rematch, or asked for an opponent and found one, is ready once the page is visible.
  const found = info.readyBy !== null;
  useWhenSeen(!ready && !free && (agreed || found), begin);
  useCall(found && !ready, t('opponent-found'), t(`rules-${info.options.rules}`));
  return (
    <>
      <ol>
        {seats.map((seat, i) => (
          <SeatRow key={i} seat={seat} i={i} you={you} owner={maker} agreed={agreed} ask={ask} onSit={null} />
        ))}
      </ol>
      {info.readyBy !== null && <ReadyBy link={link} at={info.readyBy} ready={ready === true} />}
      {!ready && !agreed && (
        <button type="button" class="button primary big" data-ready onClick={begin}>
          {t('ready')}
        </button>
      )}
      <p class="quiet" role="status">
        {t(ready ? (free ? 'waiting-seats' : 'waiting-ready') : agreed ? 'begins-by-itself' : 'ready-words')}
      </p>
      <button type="button" class="button" onClick={() => void ask({ t: 'leave' }).then(onBack)}>
        {t('leave-table')}
      </button>
    </>
  );
}

/** The time limit of quick pairing. */
function ReadyBy({ link, at, ready }: { link: Link; at: number; ready: boolean }) {
  const { t } = usePage();
  useTick(500);
  const time = clockTime(t, at - link.serverTime());
  return (
    <p class="ready-by" role="timer">
      {t(ready ? 'ready-by-others' : 'ready-by', { time })}
    </p>
  );
}

interface SeatProps {
  seat: TableSeat;
  i: number;
  you: number | null;
  /** The maker of the table may put bots on free seats, and free every other seat. */
  owner: boolean;
  /** I need not say that I am ready. */
  agreed?: boolean;
  ask: Ask;
  onSit: (() => void) | null;
}

function SeatRow({ seat, i, you, owner, agreed = false, ask, onSit }: SeatProps) {
  const { t } = usePage();
  return (
    <li class={`seat seat-${seat.kind}`}>
      <span class="seat-who">
        <strong>{seatName(t, seat, i)}</strong>
        <small>{i === you && agreed ? t('that-is-you') : seatState(t, seat, i === you)}</small>
      </span>
      {seat.kind === 'empty' && onSit && (
        <button type="button" class="button small" onClick={onSit} aria-label={t('sit-here-n', { n: i + 1 })}>
          {t('sit-here')}
        </button>
      )}
      {seat.kind === 'empty' && owner && <BotForSeat n={i + 1} onBot={(level) => void ask({ t: 'bot', seat: i, level })} />}
      {seat.kind === 'bot' && owner && (
        <button type="button" class="button small" onClick={() => void ask({ t: 'leave', seat: i })}>
          {t('remove-bot')}
        </button>
      )}
      {seat.kind === 'person' && owner && i !== you && (
        <FreeSeat key={seat.name} who={seatName(t, seat, i)} onFree={() => void ask({ t: 'leave', seat: i })} />
      )}
    </li>
  );
}

/** The maker chooses a bot for a free seat, by its face. */
function BotForSeat({ n, onBot }: { n: number; onBot: (level: number) => void }) {
  const { t } = usePage();
  const [level, setLevel] = useState(0); // 0: no level is chosen yet
  if (level === 0)
    return (
      <button type="button" class="button small" data-add-bot aria-label={t('add-bot-n', { n })} onClick={() => setLevel(USUAL)}>
        {t('add-bot')}
      </button>
    );
  return (
    <div class="seat-bot strength" role="group" aria-label={t('add-bot-n', { n })}>
      <BotChoice level={level} onChange={setLevel} />
      <div class="row">
        <button type="button" class="button small primary" data-bot onClick={() => onBot(level)}>
          {t('add-this-bot', { who: botName(t, botAt(level)) })}
        </button>
        <button type="button" class="button small" onClick={() => setLevel(0)}>
          {t('close')}
        </button>
      </div>
    </div>
  );
}

/** The maker confirms the removal of a person, who cannot come back. */
function FreeSeat({ who, onFree }: { who: string; onFree: () => void }) {
  const { t } = usePage();
  const [asked, setAsked] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  const ask = (now: boolean) => {
    setAsked(now);
    requestAnimationFrame(() => (now ? no : first).current?.focus());
  };
  if (!asked)
    return (
      <button type="button" class="button small" ref={first} data-free aria-label={t('free-seat-of', { who })} onClick={() => ask(true)}>
        {t('free-seat')}
      </button>
    );
  return (
    <p class="sure" role="alert">
      <span>{t('free-seat-sure', { who })}</span>
      <button type="button" class="button small" data-free-yes onClick={onFree}>
        {t('free-seat-yes')}
      </button>
      <button type="button" class="button small" ref={no} onClick={() => ask(false)}>
        {t('no')}
      </button>
    </p>
  );
}

function seatState(t: (id: string, args?: Record<string, string | number>) => string, seat: TableSeat, mine: boolean): string {
  if (seat.kind === 'empty') return t('seat-free-words');
  if (seat.kind === 'bot') return seat.level ? t('level', { n: seat.level }) : '';
  const state = t(seat.ready ? 'is-ready' : seat.online === false ? 'is-away' : 'not-ready');
  return mine ? `${t('that-is-you')} ${state}` : state;
}
