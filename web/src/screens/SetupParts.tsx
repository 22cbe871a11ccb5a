/* Parts of a set-up, on this device and at a server's table: rules, number of players, who sits where, tablets. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Face } from '../art/Face';
import { Tile } from '../art/pieces';
import { RULE_WALLS } from '../art/ruleWalls';
import { WallArt } from '../art/WallArt';
import { FIRST_TABLETS, SEAT_TILES } from '../game/setup';
import { botName } from '../game/names';
import { botAt } from '../model/bots';
import { range } from '../model/counts';
import { Tablet } from '../board/Tablet';
import { RULES, type Rules } from '../model/types';
import { usePage } from '../ui/context';
import { SelectField } from '../ui/SelectField';
import { LevelSlider } from './LevelSlider';

/** A wall of each rule set; the words are those of the chosen one. */
export function RuleCards({ rules, onChange }: { rules: Rules; onChange: (rules: Rules) => void }) {
  const { t } = usePage();
  return (
    <fieldset>
      <legend>{t('rule-set')}</legend>
      <div class="rule-cards">
        {RULES.map((r) => (
          <label key={r} class="rule-card">
            <input type="radio" name="rules" class="unseen" checked={rules === r} onChange={() => onChange(r)} />
            <span class="rule-art">
              <WallArt picture={RULE_WALLS[r]} />
            </span>
            <span class="rule-name">{t(`rules-${r}`)}</span>
          </label>
        ))}
      </div>
      <p class="rule-words">{t(`rules-${rules}-words`)}</p>
    </fieldset>
  );
}

/** Two to four; nothing to choose in Duel. */
export function PlayerCount({ rules, count, onChange }: { rules: Rules; count: number; onChange: (count: number) => void }) {
  const { t } = usePage();
  if (rules === 'duel') return null;
  return (
    <div class="segmented" role="radiogroup" aria-label={t('number-of-players')}>
      {[2, 3, 4].map((n) => (
        <label key={n}>
          <input type="radio" name="count" checked={count === n} onChange={() => onChange(n)} />
          <span>{n}</span>
        </label>
      ))}
    </div>
  );
}

interface SeatProps {
  /** From 0. */
  i: number;
  /** 0 a person, else a bot's level. */
  level: number;
  /** The level of a bot that sits down here. */
  rival: number;
  /** What a person at this seat is called. */
  children: ComponentChildren;
  /** Undefined: a person sits here for certain. */
  onLevel?: (level: number) => void;
}

/** A seat with the face of who sits there, and whether that is a person or a bot. */
export function SeatCard({ i, level, rival, children, onLevel }: SeatProps) {
  const { t } = usePage();
  return (
    <div class="seat-card" role="group" aria-label={t('seat', { n: i + 1 })}>
      <span class="seat-face" aria-hidden="true">
        {level > 0 ? <Face bot={botAt(level)} close /> : <Tile piece={SEAT_TILES[i]!} shape="square" />}
      </span>
      {level > 0 ? (
        <span class="seat-name">
          {botName(t, botAt(level))} <small>{t('level', { n: level })}</small>
        </span>
      ) : (
        children
      )}
      {onLevel && (
        <span class="segmented seat-kind" role="radiogroup" aria-label={t('seat', { n: i + 1 })}>
          <label>
            <input type="radio" name={`kind-${i}`} checked={level === 0} onChange={() => onLevel(0)} />
            <span>{t('seat-person')}</span>
          </label>
          <label>
            <input type="radio" name={`kind-${i}`} checked={level > 0} onChange={() => onLevel(rival)} />
            <span>{t('seat-bot')}</span>
          </label>
        </span>
      )}
    </div>
  );
}

/** How strong the bots are: one touch for all of them, or for one. `onLevel`: the new level, and whose it is; null: all. */
export function Strength({ levels, onLevel }: { levels: number[]; onLevel: (level: number, seat: number | null) => void }) {
  const { t } = usePage();
  const [meant, setMeant] = useState<number | null>(null);
  const bots = range(levels.length).filter((i) => levels[i]! > 0);
  if (bots.length === 0) return null;
  const one = meant !== null && bots.includes(meant) && bots.length > 1 ? meant : null;
  return (
    <fieldset class="strength">
      <legend>{t('how-strong')}</legend>
      {bots.length > 1 && (
        <div class="segmented" role="radiogroup" aria-label={t('how-strong')}>
          {[null, ...bots].map((i) => (
            <label key={i}>
              <input type="radio" name="meant" checked={one === i} onChange={() => setMeant(i)} />
              <span>{i === null ? t('all-bots') : t('seat', { n: i + 1 })}</span>
            </label>
          ))}
        </div>
      )}
      <BotChoice level={levels[one ?? bots[0]!]!} onChange={(level) => onLevel(level, one)} />
    </fieldset>
  );
}

/** One bot: the slider of faces, and who that is. */
export function BotChoice({ level, onChange }: { level: number; onChange: (level: number) => void }) {
  const { t } = usePage();
  const bot = botAt(level);
  return (
    <>
      <LevelSlider level={level} onChange={onChange} />
      <div class="character" aria-live="polite">
        <Face bot={bot} />
        <p>
          <strong>{botName(t, bot)}</strong> <small>{t('level', { n: level })}</small>
          <br />
          {t(`bot-character-${level}`)}
        </p>
      </div>
    </>
  );
}

/** A seat, or chance. */
export function StarterField({
  starter,
  count,
  onChange,
}: {
  starter: number | null;
  count: number;
  onChange: (starter: number | null) => void;
}) {
  const { t } = usePage();
  const words = (seat: number | null) => (seat === null ? t('by-chance') : t('seat', { n: seat + 1 }));
  return <SelectField label={t('who-starts')} value={starter} values={[null, ...range(count)]} words={words} onChange={onChange} />;
}

/** One side of three or four tablets, each with what it is worth, or a draw. */
export function TabletChoice({ tablets, onChange }: { tablets: string[] | null; onChange: (tablets: string[] | null) => void }) {
  const { t } = usePage();
  const chosen = tablets ?? [];
  const pick = (letter: string, side: string | null) => {
    const rest = chosen.filter((id) => !id.startsWith(letter));
    const next = side ? [...rest, side].sort() : rest;
    if (next.length >= 3) onChange(next);
  };
  return (
    <fieldset>
      <legend>{t('tablets')}</legend>
      <label class="check">
        <input type="checkbox" checked={tablets === null} onChange={(e) => onChange(e.currentTarget.checked ? null : FIRST_TABLETS)} />
        <span>{t('tablets-by-chance')}</span>
      </label>
      {tablets && (
        <>
          <p class="quiet">{t('tablets-rule')}</p>
          <div class="tablet-choice">
            {['a', 'b', 'c', 'd'].flatMap((letter) =>
              ['1', '2'].map((side) => {
                const id = letter + side;
                const on = chosen.includes(id);
                return (
                  <button
                    type="button"
                    key={id}
                    class="tablet tablet-option"
                    aria-pressed={on}
                    onClick={() => pick(letter, on ? null : id)}
                  >
                    <Tablet id={id} />
                    <span class="tablet-words">{t(`tablet-${id}`)}</span>
                  </button>
                );
              }),
            )}
          </div>
        </>
      )}
    </fieldset>
  );
}
