import type { FilmMoment } from '@tocsin/contract/film';

export type LoadMoments = (from: number, step: number, count: number) => Promise<readonly FilmMoment[]>;

/** Moments per request, and the number left at which the next request is sent. */
const batch = 40;
const least = 20;

/** Buffers the moments of a playback ahead of the play head, in equal steps up to now. */
export class Reel {
  private readonly load: LoadMoments;
  private readonly step: number;
  private readonly now: () => number;
  private waiting: FilmMoment[] = [];
  private nextAt: number;
  private isLoading = false;
  private hasFailed = false;

  constructor(load: LoadMoments, { from, step, now }: { from: number; step: number; now: () => number }) {
    this.load = load;
    this.step = step;
    this.now = now;
    this.nextAt = from;
    void this.fill();
  }

  /** Takes the next moment; null while it is being loaded, and when there is none. */
  next(): FilmMoment | null {
    const moment = this.waiting.shift() ?? null;
    if (this.waiting.length < least) void this.fill();
    return moment;
  }

  /** True once the present is reached, or when loading failed. */
  isOver(): boolean {
    return this.waiting.length === 0 && !this.isLoading && (this.hasFailed || this.nextAt > this.now());
  }

  failed(): boolean {
    return this.hasFailed;
  }

  private async fill(): Promise<void> {
    if (this.isLoading || this.hasFailed || this.nextAt > this.now()) return;
    this.isLoading = true;
    try {
      const moments = await this.load(this.nextAt, this.step, batch);
      this.waiting = [...this.waiting, ...moments];
      const last = moments.at(-1);
      if (last) this.nextAt = last.at + this.step;
      else this.hasFailed = true;
    } catch {
      this.hasFailed = true;
    } finally {
      this.isLoading = false;
    }
  }
}
