/** One occurrence of an alarm as log, bell and mails hold it. Times are unix ms. */
export interface AlarmLife {
  readonly at: number;
  isActive: boolean;
  isShelved: boolean;
  isAcknowledged: boolean;
  /** How often its beginning was passed to the e-mail rules. */
  messages: number;
}

/** The life of one alarm: what a person may rely on, without frames, batches, processes or restarts. */
export class AlarmLifeModel {
  readonly lives: AlarmLife[] = [];
  /** Alarms in late frames, as the log marks them. */
  readonly late: { readonly at: number; readonly isShelved: boolean }[] = [];
  readonly #shelves: { readonly from: number; to: number }[] = [];
  #shelvedUntil: number | null = null;

  get #open(): AlarmLife | undefined {
    return this.lives.find((life) => life.isActive);
  }
  on(at: number): void {
    if (this.#open) return;
    const isShelved = this.#shelvedUntil !== null;
    this.lives.push({ at, isActive: true, isShelved, isAcknowledged: false, messages: isShelved ? 0 : 1 });
  }
  off(): void {
    if (this.#open) this.#open.isActive = false;
  }
  acknowledge(): void {
    const newest = this.lives.at(-1);
    if (newest) newest.isAcknowledged = true;
  }
  shelve(now: number, until: number): void {
    if (this.#shelvedUntil !== null) return;
    this.#shelvedUntil = until;
    this.#shelves.push({ from: now, to: until });
    if (this.#open) this.#open.isShelved = true;
  }
  /** Time passes: a shelf ends exactly at its time, and what is active notifies as if it had just begun. */
  pass(now: number): void {
    if (this.#shelvedUntil !== null && now >= this.#shelvedUntil) this.endShelf(this.#shelvedUntil);
  }
  endShelf(at: number): void {
    const shelf = this.#shelves.at(-1);
    if (this.#shelvedUntil === null || !shelf) return;
    this.#shelvedUntil = null;
    shelf.to = at;
    if (this.#open) Object.assign(this.#open, { isShelved: false, isAcknowledged: false }).messages++;
  }
  /** The device is reactivated: what is active notifies again, unless it is shelved. */
  resume(): void {
    if (this.#open && !this.#open.isShelved) this.#open.messages++;
  }
  lateAlarm(at: number): void {
    this.late.push({ at, isShelved: this.#shelves.some(({ from, to }) => at >= from && at < to) });
  }
}
