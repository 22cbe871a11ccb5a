/* The ladder of bots as a slider: a row of faces along which finger, mouse and arrow keys slide. */
import { useRef } from 'preact/hooks';
import { Face } from '../art/Face';
import { botName } from '../game/names';
import { botAt, LEVELS } from '../model/bots';
import { usePage } from '../ui/context';

interface Props {
  /** From 1. */
  level: number;
  onChange: (level: number) => void;
}

export function LevelSlider({ level, onChange }: Props) {
  const { t } = usePage();
  const row = useRef<HTMLDivElement>(null);
  const range = useRef<HTMLInputElement>(null);
  const before = useRef<number | null>(null); // the level when the drag began
  const to = (next: number) => next !== level && onChange(next);
  const follow = ({ clientX }: PointerEvent) => {
    const { left, width } = row.current!.getBoundingClientRect();
    const place = Math.ceil(((clientX - left) / width) * LEVELS.length);
    to(Math.min(LEVELS.length, Math.max(1, place)));
  };
  const take = (e: PointerEvent) => {
    if (e.button !== 0) return;
    e.preventDefault(); // no text is marked on the way
    row.current!.setPointerCapture(e.pointerId);
    before.current = level;
    follow(e);
  };
  const letGo = () => {
    if (before.current !== null) range.current!.focus(); // arrow keys go on from here
    before.current = null;
  };
  /** The touch became a scroll of the page, so the level stays as it was. */
  const takeBack = () => {
    if (before.current !== null) to(before.current);
    letGo();
  };
  return (
    <div
      class="faces"
      ref={row}
      onPointerDown={take}
      onPointerMove={(e) => before.current !== null && follow(e)}
      onPointerUp={letGo}
      onPointerCancel={takeBack}
    >
      <input
        type="range"
        ref={range}
        class="faces-range"
        name="level"
        min={1}
        max={LEVELS.length}
        value={level}
        aria-label={t('how-strong')}
        aria-valuetext={t('bot-of-level', { who: botName(t, botAt(level)), n: level })}
        onInput={(e) => to(Number(e.currentTarget.value))}
      />
      {LEVELS.map((id, i) => (
        <span key={id} class={`face-choice${level === i + 1 ? ' chosen' : ''}`} title={botName(t, id)} aria-hidden="true">
          <Face bot={id} close />
        </span>
      ))}
      <span class="faces-ends" aria-hidden="true">
        <span>{t('gentle')}</span>
        <span>{t('strong')}</span>
      </span>
    </div>
  );
}
