/* The table: factories, boards, log, and the hand of the player. */
import '../styles/at-table.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Banner } from '../board/Banner';
import { ClassicBoard } from '../board/ClassicBoard';
import { Display, Tablets } from '../board/Display';
import { CountsPanel, Log, Recent, scoredWords } from '../board/Drawer';
import { DuelBoard } from '../board/DuelBoard';
import { DuelFactories } from '../board/DuelFactories';
import { Factories } from '../board/Factories';
import { Result, ResultCard } from '../board/Result';
import { Rivals } from '../board/Rivals';
import { ScoreHead } from '../board/ScoreHead';
import { useFollow } from '../board/useFollow';
import { useHand } from '../board/useHand';
import { useShown } from '../board/useShown';
import { kindOf, type Step } from '../game/choosing';
import { describeMove } from '../game/describe';
import { named } from '../game/names';
import type { GameSource } from '../game/source';
import { isDuel, isSecret, type TableState } from '../model/types';
import { usePage } from '../ui/context';
import { Table, useTable } from '../board/tableContext';
import { ALL_WORDS, lazy } from '../ui/Lazy';
import { Side } from '../ui/Side';
import { SEAT_TILES } from '../game/setup';
import { Curtain } from './Curtain';
import { RiseOffer } from './RiseOffer';
import { ShareDialog } from './ShareDialog';
import { StateDialog } from './StateDialog';
import { TableFoot, type Past } from './TableFoot';
import { TableTop } from './TableTop';

const ReviewDrawer = lazy(() => import('../review/ReviewDrawer').then((m) => m.ReviewDrawer), ALL_WORDS);

/** Someone who explains: words under the table, what to touch, and the part of the table in question. */
export interface Guide {
  panel: ComponentChildren;
  hinted: Set<Step>;
  light: string;
}

/** What a server's table adds under the table: what the others ask, and other buttons. */
interface ServerFoot {
  bar: ComponentChildren;
  buttons: ComponentChildren;
}

/** The connection, and the foot of the table until the viewer has been shown the end of the game, and then. */
export interface AtServer {
  facts: ComponentChildren;
  live: ServerFoot;
  ended: ServerFoot;
}

export interface TableProps {
  source: GameSource;
  online?: AtServer;
  guide?: Guide;
  onMenu: () => void;
  /** To the set-up of another game, where that is not simply the way out. */
  onNew?: () => void;
  /** The same set-up once more; against another level where one is given. */
  onAgain?: (level?: number) => void;
  /** Try another way from before decision `ply`. */
  onBranch?: (ply: number) => void;
  /** Opens the rules, at a section where one is named. */
  onHelp: (topic?: string) => void;
  onSettings: () => void;
}

export function TableScreen({ source, online, guide, onMenu, onNew = onMenu, onAgain, onBranch, onHelp, onSettings }: TableProps) {
  const live = useNamed(useSource(source));
  const past = usePast(source, live, onBranch);
  const playback = useShown(source, past.ply);
  const state = useNamed(playback.state);
  const root = useRef<HTMLDivElement>(null);
  const [drawer, setDrawer] = useState(false);
  const [stateDialogOpen, setStateDialogOpen] = useState(false);
  const [sharing, setSharing] = useState(false);
  const ending = useEnding(state, past);
  const hand = useHand(source, state, playback, root, () => setStateDialogOpen(true), guide?.hinted);
  const { position } = state;
  const chosen = hand.choosing.chosen;
  const next = kindOf(hand.choosing.open.keys());
  useFollow(root, state, playback.step ? 'score' : next, [chosen.join(), guide?.light, guide?.hinted.size].join());
  const classes = `table table-${isDuel(position) ? 'duel' : 'classic'} players-${position.players}${chosen.length ? ' choosing' : ''}`;
  return (
    <Table.Provider value={hand.context}>
      <div class={classes} ref={root} data-ply={state.log.length} data-guide={guide?.light} data-next={next} onClick={hand.choosing.clear}>
        <TableTop
          position={position}
          kind={source.toReview ? 'record' : source.back ? 'what-if' : 'game'}
          drawer={drawer}
          facts={online?.facts}
          onDrawer={() => setDrawer(!drawer)}
          onShare={() => setSharing(true)}
          onMenu={onMenu}
          onHelp={onHelp}
          onSettings={onSettings}
        >
          <Banner past={past.ply === null ? null : { n: past.ply, of: live.log.length }} onTell={() => setStateDialogOpen(true)} />
        </TableTop>
        <TableParts hidden={ending.shown} onWhy={() => setDrawer(true)} onResult={() => ending.show(true)} />
        {ending.shown && (
          <Result
            onAgain={onAgain ? () => onAgain() : null}
            onReview={source.viewAt ? ending.review : null}
            onShare={() => setSharing(true)}
            onBoards={() => ending.show(false)}
            onNew={onAgain ? onNew : null}
          >
            {onAgain && <RiseOffer rules={position.rules} seats={state.seats} onRise={({ next: level }) => onAgain(level)} />}
          </Result>
        )}
        <TableFoot
          source={source}
          hand={hand}
          past={past}
          live={live}
          online={online}
          guide={guide}
          onMenu={onMenu}
          onNew={onNew}
          onHelp={onHelp}
        />
        {drawer && <LogDrawer onClose={() => setDrawer(false)} onReopen={() => setDrawer(true)} />}
        {sharing && <ShareDialog source={source} state={state} onClose={() => setSharing(false)} onReopen={() => setSharing(true)} />}
        <HideScreen live={live} />
        {past.review && past.ply !== null && (
          <ReviewDrawer source={source} state={live} ply={past.ply} go={past.go} onClose={past.toggleReview} />
        )}
        {stateDialogOpen && <StateDialog onClose={() => setStateDialogOpen(false)} onReopen={() => setStateDialogOpen(true)} />}
        <LastMove />
      </div>
    </Table.Provider>
  );
}

function useSource(source: GameSource): TableState {
  const [state, setState] = useState(source.state());
  useEffect(() => {
    setState(source.state());
    return source.subscribe(() => setState(source.state()));
  }, [source]);
  return state;
}

/** The seats by name, in the language of the moment. */
function useNamed(state: TableState): TableState {
  const { t } = usePage();
  return useMemo(() => ({ ...state, seats: named(t, state.seats) }), [state, t]);
}

/** A record is shown from its end; a game that is played is not looked back at. */
const firstPly = (source: GameSource): number | null => (source.toReview ? source.state().log.length : null);

function usePast(source: GameSource, live: TableState, onBranch?: (ply: number) => void): Past {
  const [ply, go] = useState(() => firstPly(source));
  const [review, setReview] = useState(false);
  useEffect(() => go(firstPly(source)), [source]);
  const openReview = () => {
    go(live.log.length);
    setReview(true);
  };
  return { ply, go, review, toggleReview: () => setReview(!review), openReview, onBranch };
}

/** The result takes the place of the table until a player asks for the boards, or looks back. */
function useEnding(state: TableState, past: Past) {
  const [asked, show] = useState<boolean | null>(null);
  const over = state.position.phase === 'over';
  useEffect(() => show(null), [over]);
  const review = () => {
    show(null);
    past.openReview();
  };
  return { shown: over && (asked ?? past.ply === null), show, review };
}

/** The parts of the table, each in a place of its own: beside each other, or one under the other on a phone. */
function TableParts({ hidden, onWhy, onResult }: { hidden: boolean; onWhy: () => void; onResult: () => void }) {
  const { t } = usePage();
  const { state, highlightedTablet } = useTable();
  const { position, components, view, here, seats } = state;
  const duel = isDuel(position);
  const over = position.phase === 'over';
  const name = here.includes(view) ? t('your-board') : t('board-of', { who: seats[view]?.name ?? '' });
  return (
    <main class="felt" hidden={hidden}>
      <div class={`supply${position.phase === 'tiling' ? ' spent' : ''}`}>
        {over ? <ResultCard onOpen={onResult} /> : duel ? <DuelFactories position={position} /> : <Factories position={position} />}
        {duel && !over && <Display position={position} />}
      </div>
      <CountsPanel />
      <section class="own" aria-label={name} data-seat={view}>
        <ScoreHead seat={view} />
        {duel ? (
          <DuelBoard position={position} seat={view} mine />
        ) : (
          <ClassicBoard position={position} components={components} seat={view} mine />
        )}
      </section>
      {duel && <Tablets position={position} />}
      <aside class="side">
        <Rivals />
      </aside>
      <div class="news">{highlightedTablet ? <p class="recent">{t(`tablet-${highlightedTablet}`)}</p> : <Recent onWhy={onWhy} />}</div>
    </main>
  );
}

/** Two people at one screen: what one of them drew is for his eyes only, and nothing else at a table is hidden from one of
 * them. Once it is out of sight it is a secret again: the other one may take a move back. */
function HideScreen({ live: { position, here, seats, view } }: { live: TableState }) {
  const [seen, setSeen] = useState(false);
  const secret = here.length > 1 && isSecret(position) && position.seat === view;
  useEffect(() => {
    if (!secret) setSeen(false);
  }, [secret]);
  if (!secret || seen) return null;
  return <Curtain who={seats[view]?.name ?? ''} piece={SEAT_TILES[view] ?? 'B'} onOpen={() => setSeen(true)} />;
}

function LogDrawer({ onClose, onReopen }: { onClose: () => void; onReopen: () => void }) {
  const { t } = usePage();
  return (
    <Side label={t('log-and-counts')} onClose={onClose} onReopen={onReopen}>
      <Log />
    </Side>
  );
}

/** The last move and its points, said to those who listen. */
function LastMove() {
  const { t } = usePage();
  const { log, seats } = useTable().state;
  const last = log.at(-1);
  return (
    <p class="unseen" aria-live="polite">
      {last && `${describeMove(t, seats[last.seat]?.name ?? '', last)} ${scoredWords(t, seats, [last])}`}
    </p>
  );
}
