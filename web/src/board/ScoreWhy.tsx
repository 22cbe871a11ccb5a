/* Why a score: which tiles made the points, drawn on a small wall or dome, and the rule that gives them. */
import { useState } from 'preact/hooks';
import { describeEvent } from '../game/describe';
import type { Rules, ScoreEvent } from '../model/types';
import { sectionOfEvent } from '../game/helpSection';
import { usePage } from '../ui/context';
import { range } from '../model/counts';
import { ALL_WORDS, lazy } from '../ui/Lazy';

const RuleWords = lazy(() => import('./RuleWords').then((m) => m.RuleWords), ALL_WORDS);

export function ScoreEntry({ event, who, rules }: { event: ScoreEvent; who: string; rules: Rules }) {
  const { t } = usePage();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" class="score-entry" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>{describeEvent(t, who, event, rules)}</span> <span class="why">{t('why')}</span>
      </button>
      {open && <ScoreWhy event={event} rules={rules} />}
    </li>
  );
}

function ScoreWhy({ event, rules }: { event: ScoreEvent; rules: Rules }) {
  return (
    <div class="score-why">
      {cellsOf(event).length > 0 && <CountedCells event={event} size={rules === 'duel' ? 6 : 5} />}
      <RuleWords section={sectionOfEvent(event.kind, rules)} />
    </div>
  );
}

function cellsOf(e: ScoreEvent): [number, number][] {
  return e.cells ?? (e.row && e.column ? [[e.row, e.column]] : []);
}

/** The tile that was placed stands out from those that only count. */
function CountedCells({ event, size }: { event: ScoreEvent; size: number }) {
  const counted = new Set(cellsOf(event).map(String));
  return (
    <svg class="counted" viewBox={`0 0 ${size * 10} ${size * 10}`} aria-hidden="true">
      {range(size * size).map((i) => {
        const row = Math.floor(i / size) + 1;
        const column = (i % size) + 1;
        const placed = row === event.row && column === event.column;
        const tone = placed ? `tone-${event.colour ?? 'special'}` : counted.has(String([row, column])) ? 'tone-counted' : 'tone-off';
        return <rect key={i} x={column * 10 - 9} y={row * 10 - 9} width="8" height="8" rx={size === 6 ? 4 : 1.6} class={tone} />;
      })}
    </svg>
  );
}
