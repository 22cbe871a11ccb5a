/* The set-up of a game on this device, in pictures. Play stays in reach; the last choice is remembered. */
import { useState } from 'preact/hooks';
import { keepSetup, loadSetup, LONGEST_NAME, namelessWords, optionsOf, playing, setupWords, USUAL, type Setup } from '../game/setup';
import { range } from '../model/counts';
import type { GameOptions } from '../model/types';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { PlayerCount, RuleCards, SeatCard, StarterField, Strength, TabletChoice } from './SetupParts';

interface Props {
  /** A game is on its way. */
  busy: boolean;
  /** What went wrong, if anything did. */
  fault: string;
  onPlay: (options: GameOptions) => void;
  onLeave: () => void;
}

export function SetupScreen({ busy, fault, onPlay, onLeave }: Props) {
  const { t } = usePage();
  const [setup, setSetup] = useState(loadSetup);
  const change = (part: Partial<Setup>) => {
    const next = { ...setup, ...part };
    setSetup(next);
    keepSetup(next);
  };
  return (
    <div class="setup-screen">
      <header class="setup-head">
        <button type="button" class="button" data-leave onClick={onLeave}>
          <span aria-hidden="true">‹ </span>
          {t('setup-leave')}
        </button>
        <Heading>{t('setup')}</Heading>
      </header>
      <main class="setup-fields">
        <div class="whole">
          <RuleCards rules={setup.rules} onChange={(rules) => change({ rules })} />
        </div>
        <Players setup={setup} change={change} />
        {setup.rules === 'duel' && (
          <div class="whole">
            <TabletChoice tablets={setup.tablets} onChange={(tablets) => change({ tablets })} />
          </div>
        )}
        <More setup={setup} change={change} />
      </main>
      <footer class="setup-foot">
        <p class={fault ? 'message' : 'quiet'} role={fault ? 'alert' : undefined}>
          {fault || setupWords(t, setup)}
        </p>
        <button
          type="button"
          class="button primary big"
          data-play
          aria-busy={busy}
          aria-disabled={busy}
          onClick={() => busy || onPlay(optionsOf(setup))}
        >
          {t('setup-play')}
        </button>
      </footer>
    </div>
  );
}

interface PartProps {
  setup: Setup;
  change: (part: Partial<Setup>) => void;
}

function Players({ setup, change }: PartProps) {
  const { t } = usePage();
  const levels = playing(setup);
  const resize = (n: number) => change({ seats: range(n).map((i) => setup.seats[i] ?? rival(levels)), starter: null });
  return (
    <>
      <fieldset>
        <legend>{t('players')}</legend>
        <PlayerCount rules={setup.rules} count={setup.seats.length} onChange={resize} />
        <div class="seat-cards">
          {levels.map((level, i) => (
            <Seat key={i} i={i} setup={setup} change={change} level={level} />
          ))}
        </div>
      </fieldset>
      <Strength
        levels={levels}
        onLevel={(to, one) => change({ seats: setup.seats.map((l, i) => (l > 0 && (one === null || one === i) ? to : l)) })}
      />
    </>
  );
}

/** A bot that joins is as strong as those who are there. */
const rival = (levels: number[]): number => levels.find((l) => l > 0) ?? USUAL;

function Seat({ i, level, setup, change }: PartProps & { i: number; level: number }) {
  const { t } = usePage();
  const levels = playing(setup);
  const alone = levels.filter((l) => l === 0).length === 1;
  const rename = (name: string) => change({ names: range(4).map((n) => (n === i ? name : (setup.names[n] ?? ''))) });
  return (
    <SeatCard i={i} level={level} rival={rival(levels)} onLevel={(next) => change({ seats: setup.seats.with(i, next) })}>
      {alone ? (
        <span class="seat-name">{t('you')}</span>
      ) : (
        <input
          type="text"
          class="seat-name"
          aria-label={t('name-of-player', { n: i + 1 })}
          value={setup.names[i] ?? ''}
          maxLength={LONGEST_NAME}
          placeholder={namelessWords(t, i)}
          autocomplete="off"
          onInput={(e) => rename(e.currentTarget.value)}
        />
      )}
    </SeatCard>
  );
}

/** Options that few people need. */
function More({ setup, change }: PartProps) {
  const { t } = usePage();
  return (
    <details class="setup whole" open={setup.seed !== '' || setup.starter !== null}>
      <summary>{t('setup-more')}</summary>
      <StarterField starter={setup.starter} count={playing(setup).length} onChange={(starter) => change({ starter })} />
      <label class="field">
        <span>{t('seed')}</span>
        <input
          type="text"
          value={setup.seed}
          maxLength={64}
          placeholder={t('by-chance')}
          onInput={(e) => change({ seed: e.currentTarget.value.trim() })}
        />
      </label>
    </details>
  );
}
