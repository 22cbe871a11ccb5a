/* Under the table: what was said, what may be chosen, and the buttons. */
import { Chooser } from '../board/Chooser';
import type { Hand } from '../board/useHand';
import { describeEvent } from '../game/describe';
import type { GameSource } from '../game/source';
import type { ScoreEvent, TableState } from '../model/types';
import type { Scene } from '../motion/scenes';
import { reviewBelow } from '../review/reviewBelow';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { Icon, type IconName } from '../ui/Icon';
import { useTable } from '../board/tableContext';
import { Message } from './Message';
import { Replay } from './Replay';
import type { AtServer, Guide } from './TableScreen';

/** Looking back: the decision that is shown, null for the present position. */
export interface Past {
  ply: number | null;
  go: (ply: number | null) => void;
  review: boolean;
  toggleReview: () => void;
  openReview: () => void;
  onBranch?: (ply: number) => void;
}

interface Props {
  source: GameSource;
  hand: Hand;
  past: Past;
  /** The present position, even while an earlier one is shown. */
  live: TableState;
  online?: AtServer;
  guide?: Guide;
  onMenu: () => void;
  onNew: () => void;
  onHelp: (topic: string) => void;
}

export function TableFoot({ guide, ...rest }: Props) {
  const { source, hand, past, live, online, onHelp } = rest;
  const { state } = useTable();
  const now = (past.ply === null ? state : live).position.phase === 'over' ? 'ended' : 'live';
  return (
    <footer class="actions" onClick={(e) => e.stopPropagation()}>
      <Words hand={hand} onWhy={onHelp} />
      {past.ply !== null && <PastBar source={source} past={past} ply={past.ply} plies={live.log.length} />}
      {guide?.panel}
      {online?.[now].bar}
      <Chooser press={hand.press} />
      {!guide && <Buttons {...rest} now={now} />}
    </footer>
  );
}

/** The step of the scoring that is being shown, and what was refused or advised. */
function Words({ hand, onWhy }: { hand: Hand; onWhy: (topic: string) => void }) {
  const { t } = usePage();
  const { state, scene } = useTable();
  const { message, motion } = hand;
  const { step } = motion;
  return (
    <>
      {step && (
        <p class="score-step">
          <span>{stepWords(t, state, step, scene)}</span>
          <Plain small label={t('skip')} onClick={motion.skip} />
        </p>
      )}
      {message.words && (
        <Message key={`${message.at} ${message.words}`} at={message.at}>
          <span>{message.words}</span>
          {message.why && <Plain small label={t('why')} onClick={() => onWhy(message.why)} />}
          {message.more && <Plain small label={t('hint-more')} onClick={message.more} />}
        </Message>
      )}
    </>
  );
}

/** A beat of the scoring; what lies on the floor breaks in one. */
function stepWords(t: Translate, { seats, position }: TableState, step: ScoreEvent, scene: Scene | null): string {
  const who = seats[step.seat]?.name ?? '';
  const points = scene?.events.reduce((sum, e) => sum + e.points, 0) ?? 0;
  if (scene?.kind === 'floor') return t('scene-floor', { who, points: -points, game: position.rules === 'duel' ? 'duel' : 'classic' });
  return describeEvent(t, who, step, position.rules);
}

function Buttons({ source, hand, past, live, online, now, onMenu, onNew }: Omit<Props, 'guide' | 'onHelp'> & { now: 'live' | 'ended' }) {
  const { t, settings } = usePage();
  const { state } = useTable();
  const { choosing } = hand;
  const over = state.position.phase === 'over';
  const chosen = choosing.chosen.length > 0;
  const complete = choosing.complete;
  if (source.toReview) {
    return (
      <div class="buttons">
        <Plain label={t('record-leave')} onClick={onMenu} />
      </div>
    );
  }
  return (
    <div class="buttons">
      <IconButton
        does="undo"
        icon="undo"
        label={t(chosen ? 'cancel' : state.online?.consent ? 'ask-takeback' : 'undo')}
        hidden={online && (over || state.here.length === 0)}
        disabled={past.ply !== null || (!state.canUndo && !chosen)}
        onClick={() => (chosen ? choosing.clear() : void source.undo())}
      />
      {state.canRedo && source.redo && !chosen && past.ply === null && (
        <IconButton does="redo" icon="redo" label={t('redo')} disabled={false} onClick={() => void source.redo!()} />
      )}
      {!online && !(over && !source.back) && (
        <IconButton
          does="hint"
          icon="hint"
          label={t(hand.hint.half ? 'hint-more' : 'hint')}
          busy={hand.hint.busy}
          pressed={hand.hint.half}
          disabled={state.legal.length === 0}
          onClick={hand.hint.ask}
        />
      )}
      <IconButton
        does="replay"
        icon={past.ply === null ? 'replay' : 'live'}
        label={t(past.ply === null ? 'replay' : 'replay-end')}
        hidden={state.online?.replay === false}
        pressed={past.ply !== null}
        disabled={live.log.length === 0}
        onClick={() => past.go(past.ply === null ? live.log.length : null)}
      />
      {source.back && <Plain label={t('branch-back')} onClick={onMenu} />}
      {online ? online[now].buttons : over && !source.back && <Plain label={t('new-game')} onClick={onNew} />}
      {settings.confirm && <Plain primary label={t('confirm')} disabled={!complete} onClick={() => complete && hand.play(complete)} />}
    </div>
  );
}

interface IconButtonProps {
  does: string;
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled: boolean;
  hidden?: boolean;
  pressed?: boolean;
  /** The answer of the button is being computed. */
  busy?: boolean;
}

function IconButton({ does, icon, label, onClick, disabled, hidden, pressed, busy }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button icon-button"
      data-do={does}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-busy={busy}
      hidden={hidden}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

interface PlainProps {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  primary?: boolean;
  small?: boolean;
}

function Plain({ label, onClick, disabled, primary, small }: PlainProps) {
  return (
    <button type="button" class={`button${primary ? ' primary' : ''}${small ? ' small' : ''}`} disabled={disabled} onClick={onClick}>
      {label}
    </button>
  );
}

/** The slider through the game, and what may be done from the shown decision. */
function PastBar({ source, past, ply, plies }: { source: GameSource; past: Past; ply: number; plies: number }) {
  const { t } = usePage();
  const { position } = useTable().state;
  const { onBranch } = past;
  const stuck = source.toReview ? position.phase === 'over' : ply === plies;
  const toReview = () => {
    const below = reviewBelow();
    if (below) below.scrollIntoView();
    else past.toggleReview();
  };
  return (
    <Replay ply={ply} plies={plies} go={past.go}>
      {source.branch && onBranch && (plies > 0 || source.toReview) && (
        <Plain small label={t(source.toReview ? 'play-on' : 'what-if')} disabled={stuck} onClick={() => onBranch(ply)} />
      )}
      {source.viewAt && (
        // What opened the review closes it too; but beside it there is a cross for that, and little room here. Under the table it
        // leads there.
        <button
          type="button"
          class={`button small${past.review ? ' on-focus' : ''}`}
          data-do="review"
          aria-pressed={past.review}
          onClick={toReview}
        >
          {t('review')}
        </button>
      )}
    </Replay>
  );
}
