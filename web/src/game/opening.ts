/* Opening games one at a time: two wishes at once, as by a double tap, must not end in two games on one engine. */

export interface Closable {
  close(): void;
}

/** Serves one wish after the other. Of several the latest counts: earlier ones are closed or never begun. */
export class Opening<G extends Closable> {
  private wish = 0;
  private before: Promise<unknown> = Promise.resolve();

  /** What was asked for, or null where something else was wanted meanwhile; fails as `begin` does. */
  ask(begin: () => Promise<G>): Promise<G | null> {
    const mine = ++this.wish;
    const opened = this.before.then(() => (mine === this.wish ? this.latest(begin, mine) : null));
    this.before = opened.catch(() => undefined);
    return opened;
  }

  /** Nothing is wanted any more. */
  forget(): void {
    this.wish++;
  }

  private async latest(begin: () => Promise<G>, mine: number): Promise<G | null> {
    try {
      const game = await begin();
      if (mine === this.wish) return game;
      game.close();
    } catch (error) {
      if (mine === this.wish) throw error;
    }
    return null;
  }
}
