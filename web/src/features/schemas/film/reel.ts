import type { FilmMoment } from '@tocsin/contract/film';

export type LoadMoments = (from: number, step: number, count: number) => Promise<readonly FilmMoment[]>;

/** Moments per request, and the number left at which the next request is sent. */
const batch = 40;
const least = 20;
/** Less than this before the present, the present is reached. */
const endMs = 1_000;

/** Buffers the moments of a playback ahead of the play head, in equal steps; the last one is shorter and ends now. */
export class Reel {
  private readonly load: LoadMoments;
  private readonly step: number;
  private readonly now: () => number;
  private waiting: FilmMoment[] = [];
  private lastAt: number;
  private isLoading = false;
  private hasEnded = false;
  private hasFailed = false;

  constructor(load: LoadMoments, { from, step, now }: { from: number; step: number; now: () => number }) {
    this.load = load;
    this.step = step;
    this.now = now;
    this.lastAt = from - step;
    void this.fill();
  }

  /** Takes the next moment; null while it is being loaded, and when there is none. */
  next(): FilmMoment | null {
    const moment = this.waiting.shift() ?? null;
    if (this.waiting.length < least) void this.fill();
    return moment;
  }

  private nextAt(): number {
    return Math.min(this.lastAt + this.step, this.now());
  }

  private hasMore(): boolean {
    return !this.hasFailed && !this.hasEnded && this.nextAt() - this.lastAt >= Math.min(this.step, endMs);
  }

  /** True once the present is reached, or when loading failed. */
  isOver(): boolean {
    return this.waiting.length === 0 && !this.isLoading && !this.hasMore();
  }

  failed(): boolean {
    return this.hasFailed;
  }

  private async fill(): Promise<void> {
    if (this.isLoading || !this.hasMore()) return;
    this.isLoading = true;
    try {
      const moments = await this.load(Math.floor(this.nextAt()), this.step, batch);
      this.waiting = [...this.waiting, ...moments];
      const last = moments.at(-1);
      if (last) this.lastAt = last.at;
      // The server has no moment after its own present.
      else this.hasEnded = true;
    } catch {
      this.hasFailed = true;
    } finally {
      this.isLoading = false;
    }
  }
}
