import type { OutRecord } from './out-record.ts';

/** A record that is sent again as it is. */
export interface Ref {
  readonly n: number;
  readonly text: string;
}

/** Layouts of one device that records may still need. */
const maxLayouts = 64;

/** What is known of one device's records, and of what the portal knows of the device. */
export class DevicePlan {
  #birth: OutRecord | null = null;
  #frame: OutRecord | null = null;
  #death: OutRecord | null = null;
  /** The birth that brought the present layout. */
  #changedAt = 0;
  readonly #layouts = new Map<string, Ref>();
  /** The layout that the portal has; null: unknown. */
  #portalHash: string | null = null;
  #wantsBirth = false;

  note(record: OutRecord): void {
    const { kind, n, hash, text } = record;
    if (kind === 'birth' && hash !== null) {
      if (this.#birth && this.#birth.hash !== hash) this.#changedAt = n;
      if (!this.#birth || n >= this.#birth.n) this.#birth = record;
      this.#layouts.delete(hash);
      this.#layouts.set(hash, { n, text });
      const [oldest] = this.#layouts.keys();
      if (this.#layouts.size > maxLayouts && oldest !== undefined) this.#layouts.delete(oldest);
    } else if (kind === 'frame' && record.isNewest) this.#frame = record;
    else if (kind === 'death') this.#death = record;
  }

  /** The newest birth, frame, and death after that birth. */
  *latest(): Iterable<OutRecord> {
    if (this.#birth) yield this.#birth;
    if (this.#frame && this.#frame.hash === this.#birth?.hash) yield this.#frame;
    if (this.#death && this.#death.n > (this.#birth?.n ?? 0)) yield this.#death;
  }

  isLatest(n: number): boolean {
    for (const record of this.latest()) if (record.n === n) return true;
    return false;
  }

  /**
   * Its layout changed after the oldest record that waits: those of the former layout go first, because the portal
   * reads a frame only with the present one.
   */
  isHeld(oldestWaiting: number): boolean {
    return oldestWaiting < this.#changedAt;
  }

  /** Whether the back-fill sends a record, leaves it to the live lane, or drops it, for a newer one replaced it. */
  backfills({ kind, n }: OutRecord, oldestWaiting: number): 'send' | 'leave' | 'drop' {
    if (kind === 'gap') return 'send';
    if (kind !== 'frame') return this.isLatest(n) ? 'leave' : 'drop';
    if (this.isHeld(oldestWaiting)) return n < this.#changedAt ? 'send' : 'leave';
    return this.isLatest(n) ? 'leave' : 'send';
  }

  /**
   * The birth to send before a frame of this layout, when the portal has another one or asked for it. `before`: the
   * layout of what the same exchange sends before the frame; null: nothing of this device.
   */
  birthFor(hash: string, before: string | null): Ref | null {
    const isOther = this.#wantsBirth || (this.#portalHash !== null && this.#portalHash !== hash);
    const isNeeded = before === null ? isOther : before !== hash;
    return isNeeded ? (this.#layouts.get(hash) ?? null) : null;
  }

  /** The portal could not read a frame. */
  wantBirth(): void {
    this.#portalHash = null;
    this.#wantsBirth = true;
  }

  /** The portal took a birth or a frame of this layout. */
  took(hash: string): void {
    this.#portalHash = hash;
    this.#wantsBirth = false;
  }
}
