/* Messages of the table for this player: a move being sent, an offer, an absent player, how the game ended. */
import { useState } from 'preact/hooks';
import type { Engine } from '../engine/engine';
import type { SocketSource } from './SocketSource';
import { usePage } from '../ui/context';
import { askForNotices, mayAskForNotices } from './attention';
import { useLinkState } from './Connection';
import { checkShuffle, type Verdict } from './fair';
import type { TableInfo } from './feed';
import { Phrases } from './LiveButtons';
import { causeWords, expiryWords, goneWords, leaverOf, seatName } from './words';

interface Props {
  source: SocketSource;
  info: TableInfo;
}

export function Bar({ source, info, ended = false }: Props & { ended?: boolean }) {
  const { t } = usePage();
  const link = useLinkState(source.feed.link);
  const expiry = expiryWords(t, info.phase, info.expiresAt);
  const offline = link !== 'open' && link !== 'back';
  return (
    <div class="online-bar">
      {link !== 'open' && <p class={`note link-note connection-${link}`}>{t(`link-${link}`)}</p>}
      {info.you === null && source.feed.gone === null && <p class="note">{t('watching')}</p>}
      {source.pending && (
        <p class="note" role="status">
          {t(offline ? 'move-waits' : 'move-sent')}
        </p>
      )}
      {source.refusal && (
        <p class="message" role="alert">
          {t(`refusal-${source.refusal}`)}
        </p>
      )}
      <Offer source={source} info={info} />
      <Away source={source} info={info} />
      <Notices info={info} />
      {expiry && <p class="note expiry">{expiry}</p>}
      {ended && <Ending info={info} gone={source.feed.gone} />}
    </div>
  );
}

const OFFERS = ['draw', 'takeback'];

function Offer({ source, info }: Props) {
  const { t } = usePage();
  const { offer, you } = info;
  if (!offer) return null;
  const who = seatName(t, info.seats[offer.seat]!, offer.seat);
  if (!OFFERS.includes(offer.offer)) return null; // of a newer server
  if (you === null || offer.agreed.includes(you))
    return (
      <p class="note" role="status">
        {t(`offer-${offer.offer}-${offer.seat === you ? 'mine' : 'open'}`, { who })}
      </p>
    );
  return (
    <p class="note offer" role="alert">
      <span>{t(`offer-${offer.offer}-asks`, { who })}</span>
      <button type="button" class="button small primary" onClick={() => void source.ask({ t: 'answer', yes: true })}>
        {t('yes')}
      </button>
      <button type="button" class="button small" onClick={() => void source.ask({ t: 'answer', yes: false })}>
        {t('no')}
      </button>
    </p>
  );
}

/** The player to move is not there: after the grace time a bot sits in, or the others may end the game. */
function Away({ source, info }: Props) {
  const { t } = usePage();
  const seat = info.position?.seat ?? null;
  const who = seat === null ? undefined : info.seats[seat];
  if (
    info.phase !== 'live' ||
    seat === null ||
    seat === info.you ||
    who?.kind !== 'person' ||
    who.online !== false ||
    who.out ||
    who.standin
  )
    return null;
  const args = { who: seatName(t, who, seat), n: source.feed.link.welcome!.grace_s };
  const claim = info.options.leaver === 'claim';
  return (
    <p class="note away-note" role="status">
      <span>{t(claim ? 'away-claim' : 'away-bot', args)}</span>
      {claim && info.you !== null && (
        <button type="button" class="button small" onClick={() => void source.ask({ t: 'claim' })}>
          {t('claim')}
        </button>
      )}
    </p>
  );
}

/** Asked once, when there is a player to wait for: after the first move of one's own. */
function Notices({ info }: { info: TableInfo }) {
  const { t } = usePage();
  const [asks, setAsks] = useState(mayAskForNotices);
  const { you, position } = info;
  const waits = info.phase === 'live' && you !== null && position?.seat !== you && info.log.some((e) => e.seat === you);
  const rival = info.seats.some((s, i) => s.kind === 'person' && i !== you);
  if (!asks || !waits || !rival) return null;
  const answer = (wanted: boolean) => {
    setAsks(false);
    void askForNotices(wanted);
  };
  return (
    <p class="note notices" role="status">
      <span>{t('notices-ask')}</span>
      <button type="button" class="button small primary" data-notices onClick={() => answer(true)}>
        {t('notices-yes')}
      </button>
      <button type="button" class="button small" onClick={() => answer(false)}>
        {t('notices-no')}
      </button>
    </p>
  );
}

function Ending({ info, gone }: { info: TableInfo; gone: string | null }) {
  const { t } = usePage();
  const leaver = leaverOf(info);
  const who = leaver === null ? null : { name: seatName(t, info.seats[leaver]!, leaver), mine: leaver === info.you };
  const why = gone === null || info.cause ? causeWords(t, info.cause, who) : goneWords(t, gone);
  const others = info.rematch.filter((s) => s !== info.you);
  const wants = others.map((s) => seatName(t, info.seats[s]!, s)).join(' & ');
  return (
    <>
      {why && (
        <p class="note" role="status">
          {why}
        </p>
      )}
      {wants && !info.next && (
        <p class="note" role="status">
          {t('wants-rematch', { who: wants })}
        </p>
      )}
    </>
  );
}

interface OverProps extends Props {
  engine: Engine;
  onNext: (table: string) => void;
  onLeave: () => void;
}

export function OverButtons({ engine, source, info, onNext, onLeave }: OverProps) {
  const { t } = usePage();
  const seated = info.you !== null;
  const wanted = seated && info.rematch.includes(info.you!);
  const closed = source.feed.gone !== null || info.cause === 'closed';
  if (closed)
    return (
      <button type="button" class="button primary" onClick={onLeave}>
        {t('to-lobby')}
      </button>
    );
  return (
    <>
      {seated && <Phrases source={source} />}
      <ShuffleCheck engine={engine} source={source} info={info} />
      {info.next ? (
        <button type="button" class="button primary" onClick={() => onNext(info.next)}>
          {t('next-game')}
        </button>
      ) : seated ? (
        <button type="button" class="button primary" disabled={wanted} onClick={() => void source.ask({ t: 'rematch' })}>
          {t(wanted ? 'rematch-asked' : 'rematch')}
        </button>
      ) : null}
      <button type="button" class="button" onClick={onLeave}>
        {t('to-lobby')}
      </button>
    </>
  );
}

function ShuffleCheck({ engine, source, info }: { engine: Engine } & Props) {
  const { t } = usePage();
  const [said, setSaid] = useState('');
  const record = source.record();
  const check = async () => record && setSaid(verdictWords(t, await checkShuffle(engine, info, record)));
  return (
    <>
      <button type="button" class="button" disabled={!record} onClick={() => void check()}>
        {t('check-shuffle')}
      </button>
      {said && (
        <p class="verdict" role="status">
          <span>{said}</span>
          <button type="button" class="plain-button" aria-label={t('close')} onClick={() => setSaid('')}>
            ×
          </button>
        </p>
      )}
    </>
  );
}

function verdictWords(t: (id: string, args?: Record<string, number>) => string, verdict: Verdict): string {
  if (!verdict) return t('fair-unknown');
  if (!verdict.fair) return t(`fair-not-${verdict.why}`);
  return t(verdict.promised ? 'fair' : 'fair-unpromised', { n: verdict.deals });
}
