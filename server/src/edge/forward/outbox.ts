import type { EdgeResult } from '@tocsin/contract/edge-exchange';
import type { Log } from '../../platform/log.ts';
import type { EdgeQueue } from '../disk/edge-queue.ts';
import { birthsOf } from '../edge-device.ts';
import { DevicePlan, type Ref } from './device-plan.ts';
import { type OutRecord, recordOf } from './out-record.ts';

/** Items to send in one exchange, in order; `settle` takes the portal's results, or null when there was no answer. */
export interface Parcel {
  readonly items: readonly OutRecord[];
  settle(results: readonly EdgeResult[] | null): void;
}

interface Fresh {
  readonly record: OutRecord;
  readonly at: number;
}

/** A record younger than this is live; older ones are history, so that a delay is never taken for a wrong clock. */
const freshMs = 4_000;
const maxItems = 250;
const maxBytes = 1024 * 1024;
/** Beyond it, fresh records wait on disk only. */
const maxFreshBytes = 8 * 1024 * 1024;
/** A frame that the portal cannot read even right after its birth is given up. */
const maxBirthTries = 5;

/** Decides what is sent next, live and as back-fill, and what is forgotten. */
export class Outbox {
  readonly #queue: EdgeQueue;
  readonly #log: Log;
  readonly #devices = new Map<number, DevicePlan>();
  readonly #inFlight = new Set<number>();
  readonly #birthTries = new Map<number, number>();
  #fresh: Fresh[] = [];
  #freshBytes = 0;
  /** The number behind the newest record that is on the disk and known here: what follows is still being written. */
  #end: number;
  #oldestAt: { readonly n: number; readonly at: number | null } | null = null;
  /** Records that the portal refused, since the start. */
  refused = 0;

  constructor(queue: EdgeQueue, log: Log) {
    this.#queue = queue;
    this.#log = log;
    this.#end = queue.next;
    for (const { n, text } of queue.all())
      if (n > 0) this.#plan(recordOf(text));
      else for (const birth of birthsOf(text)) this.#plan(recordOf(birth));
  }

  /** Takes records that are on the disk now; `at`: steady milliseconds. */
  add(records: readonly OutRecord[], at: number): void {
    for (const record of records) {
      this.#plan(record);
      this.#end = Math.max(this.#end, record.n + 1);
      this.#fresh.push({ record, at });
      this.#freshBytes += record.text.length;
    }
    while (this.#freshBytes > maxFreshBytes) this.#freshBytes -= this.#fresh.shift()?.record.text.length ?? 0;
  }

  #plan(record: OutRecord): void {
    let device = this.#devices.get(record.deviceId);
    if (!device) {
      device = new DevicePlan();
      this.#devices.set(record.deviceId, device);
    }
    device.note(record);
  }

  /** The newest records: what is fresh, and the latest of every device, whatever its age. */
  live(now: number): Parcel {
    this.#dropStale(now);
    const held = this.#heldBelow();
    const chosen = new Map<number, OutRecord>();
    const consider = (record: OutRecord): void => {
      if (this.#isOpen(record.n) && !this.#devices.get(record.deviceId)?.isHeld(held)) chosen.set(record.n, record);
    };
    for (const { record } of this.#fresh) consider(record);
    for (const device of this.#devices.values()) for (const record of device.latest()) consider(record);
    return this.#parcel([...chosen.values()].sort((a, b) => a.n - b.n));
  }

  /** The oldest records that are no longer fresh. */
  backfill(now: number): Parcel {
    this.#dropStale(now);
    const end = this.#firstFresh();
    const held = this.#heldBelow();
    const records: OutRecord[] = [];
    let bytes = 0;
    for (let n = this.#queue.oldest; n < end && records.length < maxItems && bytes < maxBytes; n++) {
      n = this.#queue.confirmed.nextMissing(n);
      if (n >= end) break;
      if (!this.#isOpen(n)) continue;
      const text = this.#queue.read(n);
      if (text === null) {
        this.#queue.confirmed.add(n);
        continue;
      }
      const record = recordOf(text);
      const what = this.#devices.get(record.deviceId)?.backfills(record, held) ?? 'send';
      if (what === 'drop') this.#queue.confirmed.add(n);
      if (what !== 'send') continue;
      records.push(record);
      bytes += text.length;
    }
    return this.#parcel(records);
  }

  /** When the oldest record that waits arrived, edge's time in unix ms; null when none waits. */
  oldestAt(): number | null {
    const { oldest, next } = this.#queue;
    if (oldest >= next) return null;
    if (this.#oldestAt?.n !== oldest) {
      const text = this.#queue.read(oldest);
      const { at, to } = text === null ? {} : (JSON.parse(text) as { at?: number; to?: number });
      this.#oldestAt = { n: oldest, at: at ?? to ?? null };
    }
    return this.#oldestAt.at;
  }

  #isOpen(n: number): boolean {
    return !this.#inFlight.has(n) && !this.#queue.confirmed.has(n);
  }

  #dropStale(now: number): void {
    const isLive = ({ record, at }: Fresh) => now - at <= freshMs && !this.#queue.confirmed.has(record.n);
    if (this.#fresh.every(isLive)) return;
    this.#fresh = this.#fresh.filter(isLive);
    this.#freshBytes = this.#fresh.reduce((sum, { record }) => sum + record.text.length, 0);
  }

  #firstFresh(): number {
    return this.#fresh[0]?.record.n ?? this.#end;
  }

  /** The number of the oldest record that waits for the back-fill; Infinity when none does. */
  #heldBelow(): number {
    const { oldest } = this.#queue;
    return oldest < this.#firstFresh() ? oldest : Number.POSITIVE_INFINITY;
  }

  /** Cuts the records to one exchange, and puts a birth before a frame that the portal could not read otherwise. */
  #parcel(records: readonly OutRecord[]): Parcel {
    const items: OutRecord[] = [];
    const hashes = new Map<number, string>();
    let bytes = 0;
    for (const record of records) {
      if (items.length >= maxItems || bytes >= maxBytes) break;
      const device = this.#devices.get(record.deviceId);
      const birth: Ref | null =
        record.kind === 'frame' && record.hash !== null
          ? (device?.birthFor(record.hash, hashes.get(record.deviceId) ?? null) ?? null)
          : null;
      if (birth) items.push({ ...birth, deviceId: record.deviceId, kind: 'birth', hash: record.hash, isNewest: false });
      items.push(record);
      if (record.hash !== null) hashes.set(record.deviceId, record.hash);
      bytes += record.text.length + (birth?.text.length ?? 0);
    }
    for (const { n } of items) this.#inFlight.add(n);
    return { items, settle: (results) => this.#settle(items, results) };
  }

  #settle(items: readonly OutRecord[], results: readonly EdgeResult[] | null): void {
    for (const { n } of items) this.#inFlight.delete(n);
    results?.forEach((result, index) => {
      const item = items[index];
      if (item) this.#settleOne(item, result);
    });
    this.#queue.forget();
  }

  #settleOne(item: OutRecord, result: EdgeResult): void {
    const device = this.#devices.get(item.deviceId);
    switch (result) {
      case 'stored':
        this.#confirm(item);
        if (item.hash !== null) device?.took(item.hash);
        return;
      case 'refused':
        this.#refuse(item, 'the portal refused it');
        return;
      case 'birth': {
        device?.wantBirth();
        const tries = (this.#birthTries.get(item.n) ?? 0) + 1;
        this.#birthTries.set(item.n, tries);
        if (tries >= maxBirthTries) this.#refuse(item, 'the portal does not know its list of sensors');
        return;
      }
      case 'again':
        return;
      default:
        result satisfies never;
    }
  }

  #refuse(item: OutRecord, why: string): void {
    if (!this.#queue.confirmed.has(item.n)) {
      this.refused++;
      this.#log.warn('Dropped a record', { why, number: item.n, device: item.deviceId, kind: item.kind });
    }
    this.#confirm(item);
  }

  #confirm({ n }: OutRecord): void {
    this.#birthTries.delete(n);
    this.#queue.confirmed.add(n);
  }
}
