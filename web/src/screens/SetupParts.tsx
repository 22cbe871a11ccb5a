/* Parts of a set-up, on this device and at a server's table: rules, number of players, who sits where, tablets. */
import { RULE_WALLS } from '../art/ruleWalls';
import { WallArt } from '../art/WallArt';
import { FIRST_TABLETS } from '../game/setup';
import { botWords } from '../game/names';
import { botAt, LEVELS } from '../model/bots';
import { range } from '../model/counts';
import { Tablet } from '../board/Tablet';
import { RULES, type Rules } from '../model/types';
import { usePage } from '../ui/context';
import { SelectField } from '../ui/SelectField';

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
  /** Which seat, from 1. */
  n: number;
  /** 0 a person, else a bot's level. */
  level: number;
  /** What a person at this seat is called. */
  person: string;
  onChange: (level: number) => void;
}

export function SeatField({ n, level, person, onChange }: SeatProps) {
  const { t } = usePage();
  return (
    <SelectField
      label={t('seat', { n })}
      value={level}
      values={range(LEVELS.length + 1)}
      words={(l) => (l === 0 ? person : botWords(t, botAt(l)))}
      onChange={onChange}
    />
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
