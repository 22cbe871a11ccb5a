/* The position editor: set up what lies on a real table, ask for the best move, play on from there. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Tile } from '../art/pieces';
import { range } from '../model/counts';
import type { Engine } from '../engine/engine';
import { componentsOf, validate } from '../engine/verbs';
import type { LocalEngine } from '../engine/localEngine';
import { adviceWords } from '../game/describe';
import { refusalOf } from '../game/faults';
import { LocalSource } from '../game/LocalSource';
import { seatsOf } from '../game/names';
import type { GameSource } from '../game/source';
import { COLOURS, isDuel, RULES, type Move, type Position } from '../model/types';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { SelectField } from '../ui/SelectField';
import { readStored, writeStored } from '../settings/settings';
import { ClassicEditor } from './ClassicEditor';
import { blank, finished, isBare, type Brush } from './draft';
import { DuelEditor } from './DuelEditor';
import { NumberField } from './fields';
import '../styles/at-table.css';
import '../styles/editor.css';

interface Props {
  localEngine: () => Promise<LocalEngine>;
  onLeave: () => void;
  onGame: (game: GameSource) => void;
}

const KEY = 'azulejo.draft';
const THINK_MS = 1500;
/** The level of the bots that play on from a draft. */
const RIVAL = 7;

function loadDraft(): Position {
  const kept = readStored(KEY) as Position | null;
  return kept && RULES.includes(kept.rules) && Array.isArray(kept.boards) ? kept : blank('classic', 2);
}

export function EditorScreen(props: Props) {
  const [engine, setEngine] = useState<Engine | null>(null);
  const { localEngine } = props;
  useEffect(() => void localEngine().then((found) => setEngine(found.engine)), [localEngine]);
  return engine && <Editor engine={engine} {...props} />;
}

/** What the engine says about the draft: its text, or the reason in words. */
function judge(engine: Engine, t: Translate, position: string, bare: boolean): { text: string; fault: string } {
  const answer = validate(engine, position);
  if (answer.ok) return { text: answer.text, fault: '' };
  // The chips are the one thing that the editor can write wrong.
  if (!answer.refusal) return { text: '', fault: t(bare ? 'refusal-bad-offer' : 'refusal-bad-chips') };
  const { code, args } = refusalOf(answer);
  return { text: '', fault: t(`refusal-${code}`, { ...args, seat: Number(args.seat ?? 0) + 1 }) };
}

function Editor({ engine, localEngine, onLeave, onGame }: Props & { engine: Engine }) {
  const { t } = usePage();
  const [draft, setDraft] = useState<Position>(loadDraft);
  const [brush, setBrush] = useState<Brush>('B');
  const [top, setTop] = useState<'S' | 'J'>('S');
  const [found, setFound] = useState<Found[] | null>(null);
  const components = useMemo(() => componentsOf(engine, draft.rules), [engine, draft.rules]);
  const { text, fault } = useMemo(
    () => judge(engine, t, finished(draft, components, top), isBare(draft)),
    [engine, components, draft, top, t],
  );
  const change = (part: Partial<Position>) => {
    const next = { ...draft, ...part } as Position;
    setDraft(next);
    setFound(null);
    writeStored(KEY, next);
  };
  const ask = async () => {
    const answer = await (await localEngine()).search.go({ position: text, bot: 'strong', timeMs: THINK_MS, lines: 3, seed: '1' });
    if (!answer.ok) return;
    const looked = answer.lines.filter((l, i) => i === 0 || l.win[draft.seat ?? 0]! > 0); // a line never looked at has no chances
    setFound(looked.map((l) => ({ move: l.moves[0]!, win: l.win[draft.seat ?? 0]! })));
  };
  const play = async (bots: boolean) => {
    const seats = seatsOf(draft.boards.map((_, i) => (bots && i !== draft.seat ? RIVAL : 0)));
    const { engine: table, search, pauseFactor } = await localEngine();
    onGame(LocalSource.fromPosition(table, search, text, seats, pauseFactor));
  };
  return (
    <main class="editor">
      <header class="editor-head">
        <button type="button" class="button" onClick={onLeave}>
          <span aria-hidden="true">‹ </span>
          {t('editor-leave')}
        </button>
        <Heading>{t('editor')}</Heading>
      </header>
      <p class="quiet">{t('editor-words')}</p>
      <Head
        draft={draft}
        top={top}
        setTop={setTop}
        change={change}
        restart={(p) => {
          setDraft(p);
          setFound(null);
        }}
      />
      <Palette duel={isDuel(draft)} brush={brush} setBrush={setBrush} />
      {isDuel(draft) ? (
        <DuelEditor draft={draft} components={components} brush={brush} change={change} />
      ) : (
        <ClassicEditor draft={draft} components={components} brush={brush} change={change} />
      )}
      <footer class="editor-foot">
        <p class={fault ? 'message' : 'message good'} role="status">
          {fault || t('editor-fine')}
        </p>
        <div class="editor-buttons">
          <button type="button" class="button primary" disabled={!text} onClick={() => void ask()}>
            {t('editor-ask')}
          </button>
          <button type="button" class="button" disabled={!text} onClick={() => void play(true)}>
            {t('editor-bots')}
          </button>
          <button type="button" class="button" disabled={!text} onClick={() => void play(false)}>
            {t('editor-people')}
          </button>
        </div>
        {found && <Advice found={found} />}
      </footer>
    </main>
  );
}

interface Found {
  move: Move;
  win: number;
}

function Advice({ found }: { found: Found[] }) {
  const { t } = usePage();
  return (
    <ol class="advice" role="status">
      {found.map((f, i) => (
        <li key={i}>
          <strong>{t('editor-percent', { percent: Math.round(f.win * 100) })}</strong> {adviceWords(t, f.move)}
        </li>
      ))}
    </ol>
  );
}

interface HeadProps {
  draft: Position;
  top: 'S' | 'J';
  setTop: (top: 'S' | 'J') => void;
  change: (part: Partial<Position>) => void;
  restart: (p: Position) => void;
}

function Head({ draft, top, setTop, change, restart }: HeadProps) {
  const { t } = usePage();
  const seats = range(draft.players).map(String);
  const seatName = (v: string) => t('seat', { n: Number(v) + 1 });
  return (
    <div class="editor-facts">
      <SelectField
        label={t('rule-set')}
        value={draft.rules}
        values={RULES}
        words={(r) => t(`rules-${r}`)}
        onChange={(rules) => restart(blank(rules, rules === 'duel' ? 2 : draft.players))}
      />
      {!isDuel(draft) && (
        <SelectField
          label={t('number-of-players')}
          value={String(draft.players)}
          values={['2', '3', '4']}
          words={(n) => n}
          onChange={(n) => restart(blank(draft.rules, Number(n)))}
        />
      )}
      <NumberField
        label={t('edit-round')}
        value={draft.round}
        min={1}
        max={isDuel(draft) ? 5 : 30}
        onChange={(round) => change({ round })}
      />
      <SelectField
        label={t('edit-to-move')}
        value={String(draft.seat)}
        values={seats}
        words={seatName}
        onChange={(v) => change({ seat: Number(v) })}
      />
      <SelectField
        label={t('edit-starter')}
        value={String(draft.starter)}
        values={seats}
        words={seatName}
        onChange={(v) => change({ starter: Number(v) })}
      />
      {isDuel(draft) && (
        <SelectField
          label={t('edit-pile-top')}
          value={top}
          values={['S', 'J']}
          words={(type) => t('plate-back', { type })}
          onChange={setTop}
        />
      )}
      <button type="button" class="button small" onClick={() => restart(blank(draft.rules, draft.players))}>
        {t('edit-clear')}
      </button>
    </div>
  );
}

function Palette({ duel, brush, setBrush }: { duel: boolean; brush: Brush; setBrush: (b: Brush) => void }) {
  const { t } = usePage();
  const shape = duel ? 'disc' : 'square';
  const brushes: Brush[] = duel ? [...COLOURS, 'erase'] : [...COLOURS, 'M', 'erase'];
  const words = (b: Brush) => (b === 'erase' ? t('edit-erase') : b === 'M' ? t('edit-marker') : t('colour', { colour: b }));
  return (
    <div class="palette" role="radiogroup" aria-label={t('edit-brush')}>
      {brushes.map((b) => (
        <button
          type="button"
          key={b}
          role="radio"
          aria-checked={brush === b}
          aria-label={words(b)}
          title={words(b)}
          class="brush"
          onClick={() => setBrush(b)}
        >
          {b === 'erase' ? <span aria-hidden="true">×</span> : <Tile piece={b} shape={shape} />}
        </button>
      ))}
    </div>
  );
}
