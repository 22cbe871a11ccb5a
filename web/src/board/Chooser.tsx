/* Choices that lie on no board: the order of a stack, the chips to pay with, going on or stopping, turning a plate.
 * On a phone it also repeats the targets of the board as large buttons at the thumb. */
import { Tile, type Piece } from '../art/pieces';
import { kindOf, previewOf, type LegalOption, type Step } from '../game/choosing';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { Badge, previewArgs } from './Lines';
import { Payment } from './Payment';
import { Touch } from './Touch';

export function Chooser({ press }: { press: (step: Step) => void }) {
  const { t } = usePage();
  const { open, chosen, hinted } = useTable();
  const options = [...open.values()];
  const kind = kindOf(open.keys());
  if (kind === 'turn') return <TurnChooser press={press} />;
  const plain = options.filter((o) => /^(draw|stop|skip)/.test(o.step) && kind !== 'take' && (o.step !== 'draw' || open.has('stop')));
  if (kind === 'stack') return <Ordered options={options} />;
  if (kind === 'spend') {
    const advised = options.find((o) => hinted.has(o.step));
    return <Payment key={[...chosen, advised?.step].join()} options={options} advised={advised} pay={press} />;
  }
  const targets = options.filter((o) => /^(to|cell):/.test(o.step));
  return (
    <>
      {targets.length > 0 && <Targets options={targets} t={t} />}
      {plain.length > 0 && <Plain options={plain} />}
    </>
  );
}

function TurnChooser({ press }: { press: (step: Step) => void }) {
  const { t } = usePage();
  const { open, turn, setTurn } = useTable();
  return (
    <div class="chooser" role="group" aria-label={t('choose-turn')}>
      <button type="button" class="button turn-plate" onClick={() => setTurn((turn + 3) % 4)}>
        <span aria-hidden="true">↺ </span>
        {t('turn-left')}
      </button>
      <button type="button" class="button turn-plate" onClick={() => setTurn((turn + 1) % 4)}>
        <span aria-hidden="true">↻ </span>
        {t('turn-right')}
      </button>
      <button type="button" class="button primary" data-place disabled={!open.has(`turn:${turn}`)} onClick={() => press(`turn:${turn}`)}>
        {t('place-plate')}
      </button>
    </div>
  );
}

function Ordered({ options }: { options: LegalOption[] }) {
  const { t } = usePage();
  return (
    <div class="chooser" role="group" aria-label={t('choose-stack')}>
      <p class="chooser-title">{t('choose-stack')}</p>
      {options.map((o) => {
        const order = o.step.slice('stack:'.length);
        return (
          <Touch key={o.step} step={o.step} label={stackWords(t, order)} class="choice choice-stack">
            <StackPicture order={order} />
          </Touch>
        );
      })}
    </div>
  );
}

function stackWords(t: Translate, order: string): string {
  const names = [...order].reverse().map((c) => t('colour', { colour: c }));
  return t('stack-order', { tiles: names.join(', ') });
}

/** The top tile is drawn uppermost and whole: it is the one the next player can take. */
function StackPicture({ order }: { order: string }) {
  return (
    <span class={`stack stack-${order.length}`}>
      {[...order].map((c, i) => (
        <span key={i} class="stacked" style={{ '--level': i }}>
          <Tile piece={c as Piece} shape="disc" />
        </span>
      ))}
    </span>
  );
}

/** "to:3" is line 3, "cell:2:5" the fifth column of row 2. */
function targetName(t: Translate, step: string): { words: string; short: string; cell: boolean } {
  const [kind, a, b] = step.split(':');
  if (kind === 'cell') return { words: t('place-column', { n: Number(b) }), short: `▸ ${b}`, cell: true };
  if (/^\d$/.test(a!)) return { words: t('place-line', { n: Number(a) }), short: a!, cell: false };
  return { words: t(`place-${a}`), short: '▾', cell: false };
}

/** Only shown on narrow screens: the style sheet hides it where the board's own targets are large enough. */
function Targets({ options, t }: { options: LegalOption[]; t: Translate }) {
  return (
    <div class="chooser targets" role="group" aria-label={t('choose-target')}>
      {options.map((o) => {
        const preview = previewOf(o.moves);
        const name = targetName(t, o.step);
        const shown = options.length > (name.cell ? 5 : 3) ? name.short : name.words; // words where they have room
        const label = preview ? t('cell-target', { cell: name.words, ...previewArgs(preview) }) : name.words;
        return (
          <Touch key={o.step} step={o.step} label={label} class="choice choice-target">
            <span class="target-name" data-text={shown} />
            {preview && (
              <Badge change={name.cell ? preview.pointsNow : preview.change} cost={o.step === 'to:floor' || o.step === 'to:broken'} />
            )}
          </Touch>
        );
      })}
    </div>
  );
}

function Plain({ options }: { options: LegalOption[] }) {
  const { t } = usePage();
  return (
    <div class="chooser" role="group" aria-label={t('choose-action')}>
      {options.map((o) => (
        <Touch key={o.step} step={o.step} label={t(`do-${o.step}`)} class="button">
          {t(`do-${o.step}`)}
        </Touch>
      ))}
    </div>
  );
}
