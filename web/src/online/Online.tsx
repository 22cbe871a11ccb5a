/* Online play: one connection, and the screen that is open on it. */
import '../styles/at-table.css';
import '../styles/online.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { hasWebAssembly } from '../engine/engine';
import type { LocalEngine } from '../engine/localEngine';
import { currentRoute, onRoute, replaceRoute, type Route } from '../model/route';
import { RULES, type Position } from '../model/types';
import { usePage } from '../ui/context';
import { readStored, writeStored } from '../settings/settings';
import { Account } from './Account';
import { post } from './api';
import { errorKey } from './errors';
import { Feed } from './feed';
import { Frame, Problem } from './Frame';
import { Banned, Notice } from './Gone';
import { useChanges } from './hooks';
import { Link } from './link';
import { Lobby } from './Lobby';
import { NewTable } from './NewTable';
import { OnlineTable } from './OnlineTable';
import { codeOf, type Invitation } from './protocol';
import { Room } from './Room';
import { causeWords, goneWords } from './words';
import { useLatest } from '../ui/useLatest';

const NAME = 'azulejo.name';

export interface OnlineProps {
  localEngine: () => Promise<LocalEngine>;
  onLeave: () => void;
  onHelp: (position: Position, topic?: string) => void;
  onSettings: () => void;
}

type Screen = 'lobby' | 'new' | 'account' | Invitation;

/** Whatever another version kept there. */
function storedName(): string {
  const name = readStored(NAME);
  return typeof name === 'string' ? name : '';
}

const screenOf = (route: Route): Screen => (route.to === 'table' ? { table: route.table, key: route.key } : 'lobby');
const tokenOf = (route: Route): string => (route.to === 'login' ? route.token : '');

export function Online({ localEngine, onLeave, onHelp, onSettings }: OnlineProps) {
  const { t } = usePage();
  const link = useMemo(() => new Link(), []);
  const { device, failed } = useDevice(localEngine);
  const [name, keepName] = useState(storedName);
  const [agreed, setAgreed] = useState(''); // a table where nobody has to be asked whether to begin
  const [screen, setScreen] = useState<Screen>(() => screenOf(currentRoute()));
  const [token, setToken] = useState(() => tokenOf(currentRoute()));
  useChanges(link);
  useEffect(() => () => link.close(), [link]);
  useEffect(() => {
    return onRoute((route) => {
      if (route.to === 'table') setScreen(screenOf(route));
      if (route.to === 'login') setToken(tokenOf(route));
    });
  }, []);
  const setName = (next: string) => {
    keepName(next);
    writeStored(NAME, next);
  };
  const onTable = (table: Invitation, isAgreed = false) => {
    setAgreed(isAgreed ? table.table : '');
    replaceRoute({ to: 'table', ...table });
    setScreen(table);
  };
  const toLobby = () => {
    replaceRoute({ to: 'online' });
    setScreen('lobby');
  };
  const leave = () => {
    replaceRoute({ to: 'start' });
    onLeave();
  };
  const shared = { link, name: link.person?.account ? '' : name, setName };
  if (link.state === 'banned') return <Banned link={link} onBack={leave} />;
  if (token)
    return (
      <UseLink
        link={link}
        token={token}
        onDone={() => {
          setToken('');
          toLobby();
        }}
      />
    );
  if (screen === 'lobby')
    return <Lobby {...shared} onTable={onTable} onNew={() => setScreen('new')} onAccount={() => setScreen('account')} onBack={leave} />;
  if (screen === 'new') return <NewTable {...shared} onTable={onTable} onBack={toLobby} />;
  if (screen === 'account') return <Account link={link} onBack={toLobby} />;
  if (!device)
    return (
      <Frame link={link} title={t('online')} onBack={leave}>
        <Problem text={failed ? t(hasWebAssembly() ? 'no-engine' : 'no-wasm') : ''} />
      </Frame>
    );
  return (
    <AtTable
      key={screen.table}
      {...shared}
      device={device}
      at={screen}
      agreed={screen.table === agreed}
      onTable={onTable}
      onLeave={toLobby}
      onHelp={onHelp}
      onSettings={onSettings}
    />
  );
}

function useDevice(load: () => Promise<LocalEngine>): { device: LocalEngine | null; failed: boolean } {
  const [device, setDevice] = useState<LocalEngine | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useLatest(load);
  useEffect(() => void latest.current().then(setDevice, () => setFailed(true)), [latest]);
  return { device, failed };
}

interface AtTableProps {
  link: Link;
  name: string;
  setName: (name: string) => void;
  device: LocalEngine;
  at: Invitation;
  /** Everybody here has just agreed to play. */
  agreed: boolean;
  onTable: (table: Invitation, agreed?: boolean) => void;
  onLeave: () => void;
  onHelp: (position: Position, topic?: string) => void;
  onSettings: () => void;
}

function AtTable({ link, name, setName, device, at, agreed, onTable, onLeave, onHelp, onSettings }: AtTableProps) {
  const { t } = usePage();
  const feed = useMemo(() => new Feed(link, at.table, at.key), [link, at.table, at.key]);
  useChanges(feed);
  useEffect(() => () => feed.close(), [feed]);
  const { info, fault, gone } = feed;
  const ended = (words: string) => <Notice link={link} title={t('online')} words={[words]} back={t('to-lobby')} onBack={onLeave} />;
  if (gone !== null && !info?.position) return ended(goneWords(t, gone));
  if (fault) return ended(t(errorKey(fault.code)));
  if (!info)
    return (
      <Frame link={link} title={t('online')} onBack={onLeave} back={t('to-lobby')}>
        <p class="quiet">{t('opening-table')}</p>
      </Frame>
    );
  if (!RULES.includes(info.options.rules)) return ended(t('refusal-online-mismatch')); // of a newer server
  if (!info.position && info.phase === 'over') return ended(causeWords(t, info.cause) || t('gone')); // closed before it began
  if (!info.position)
    return <Room feed={feed} info={info} name={name} setName={setName} agreed={agreed} onTable={onTable} onBack={onLeave} />;
  return (
    <OnlineTable
      device={device}
      feed={feed}
      info={info}
      onNext={(table) => onTable({ table, key: '' }, true)}
      onLeave={onLeave}
      onHelp={onHelp}
      onSettings={onSettings}
    />
  );
}

/** A login link is used by a press of a button, never by opening it. */
function UseLink({ link, token, onDone }: { link: Link; token: string; onDone: () => void }) {
  const { t } = usePage();
  const [problem, setProblem] = useState('');
  const use = () =>
    post('login-link', { token }).then(
      () => {
        link.again();
        onDone();
      },
      (e) => setProblem(t(codeOf(e) === 'WRONG' ? 'login-link-old' : errorKey(codeOf(e)))),
    );
  return (
    <Frame link={link} title={t('login')} onBack={onDone} back={t('to-lobby')}>
      <Problem text={problem} />
      <p>{t('login-link-words')}</p>
      <button type="button" class="button primary big" onClick={() => void use()}>
        {t('login')}
      </button>
    </Frame>
  );
}
