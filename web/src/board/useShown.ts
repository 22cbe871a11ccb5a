/* The table as the viewer has been shown it: it follows the true state scene by scene. Any touch or key ends what runs. */
import { options } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GameSource } from '../game/source';
import type { ScoreEvent, TableState } from '../model/types';
import { Player, type ScenePlayer, type Shown } from '../motion/player';
import type { Scene } from '../motion/scenes';
import { aim, bounce, clearStage, deal, fly, lift, score, type Piece } from '../motion/stage';
import { pace } from '../settings/pace';
import type { Settings } from '../settings/settings';
import { usePage } from '../ui/context';
import { useLatest } from '../ui/useLatest';

export interface Playback {
  state: TableState;
  scene: Scene | null;
  step: ScoreEvent | null;
  /** The press or key that is being handled ended a scene: it must play no move that was not seen. */
  endedByInput: () => boolean;
  skip: () => void;
}

/** Draws within the call, so that places can be measured before anything is painted. */
function drawAtOnce(change: () => void): void {
  const usual = options.debounceRendering;
  options.debounceRendering = (draw) => draw();
  change();
  options.debounceRendering = usual;
}

const scenePlayer = (draw: (shown: Shown) => void, settings: () => Settings): ScenePlayer<Piece[]> => ({
  draw: (shown, atOnce) => (atOnce ? drawAtOnce(() => draw(shown)) : draw(shown)),
  lift: ({ flights }) => lift(flights),
  aim,
  fly: (pieces, _, ms) => fly(pieces, ms),
  land: (scene, ms) => {
    if (scene.kind === 'deal') deal(ms);
    bounce(scene.flights);
    if (scene.events.length > 0) score(scene, ms);
  },
  clear: clearStage,
  pace: () => pace(settings()),
  hidden: () => document.hidden,
  now: () => performance.now(),
  wait: (ms, cut) => Promise.race([cut, new Promise<void>((done) => setTimeout(done, ms))]),
});

/** `ply`: the decision that is looked back at; null: the present position. */
export function useShown(source: GameSource, ply: number | null): Playback {
  const settings = useLatest(usePage().settings);
  const [shown, draw] = useState<Shown>(() => ({ state: source.state(), scene: null, step: null }));
  const player = useMemo(
    () =>
      new Player(
        source.state(),
        scenePlayer(draw, () => settings.current),
      ),
    [source, settings],
  );
  useLayoutEffect(() => {
    draw(player.current());
    return () => player.close();
  }, [player]);
  useLayoutEffect(() => {
    const follow = () => {
      player.show(ply === null ? source.state() : source.at(ply));
      if (player.isRunning()) source.hold(player.done());
    };
    follow();
    return source.subscribe(follow);
  }, [player, source, ply]);
  const ended = useRef(false);
  useEffect(() => {
    const finish = () => (ended.current = player.finish(true));
    const hide = () => document.hidden && player.finish();
    addEventListener('pointerdown', finish, true);
    addEventListener('keydown', finish, true);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pointerdown', finish, true);
      removeEventListener('keydown', finish, true);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [player]);
  return { ...shown, endedByInput: () => ended.current, skip: () => void player.finish() };
}
