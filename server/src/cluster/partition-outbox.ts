import type { DeviceId } from '@tocsin/contract/ids';
import type { Intake, Message, Receipt } from '../pipeline/1-receive/intake.ts';
import { indexLayout } from '../pipeline/fill-frame.ts';
import type { IndexedLayout } from '../pipeline/types.ts';
import type { Bus } from '../platform/bus.ts';
import type { Log } from '../platform/log.ts';
import { type Answer, type Delivered, type Delivery, type Item, itemOf, type Note, pack, unpack } from './messages.ts';
import type { Ownership } from './ownership.ts';
import { partitionCount, partitionOf } from './partition.ts';

/** An item for a device's owner: a message, or a note without an answer. */
export type Waiting = { readonly deviceId: DeviceId; readonly bytes: number; readonly since: number } & (
  | { readonly kind: 'message'; readonly message: Message; readonly answer: (receipt: Receipt) => void }
  | { readonly kind: 'note'; readonly item: Note }
);

export interface OutboxDependencies {
  readonly bus: Bus;
  readonly ownership: Pick<Ownership, 'ownerOf' | 'holds'>;
  readonly me: string;
  /** Ingests items of partitions this process owns by now. */
  readonly here: Pick<Intake, 'take' | 'beginSession' | 'endSession' | 'countRefused'>;
  readonly log: Log;
}

/** The items of one partition, one batch at a time: a second batch could overtake the first when the owner changes. */
interface Way {
  readonly waiting: Waiting[];
  /** Sent, but not answered. */
  flight: { readonly epoch: number; readonly sent: readonly Waiting[] } | null;
}

/** The subject for an owner's batches. It contains the epoch, so that a former owner receives nothing. */
export const subjectOf = (partition: number, epoch: number): string => `in.${partition}.${epoch}`;

const maxBytes = 64 * 1024 * 1024;
const deliveryItems = 500;
const deliveryBytes = 2 * 1024 * 1024;
/** The owner answers after its commit; a longer silence means that it or the connection is gone. */
const answerWithinMs = 60_000;
const tryAgainMs = 250;
/** After this time without an owner, devices must send again. */
export const holdMs = 15_000;
const maxLayouts = 20_000;

/** Queues, with a limit, an adapter's messages for devices that other processes own. */
export class PartitionOutbox {
  readonly #dependencies: OutboxDependencies;
  readonly #ways: Way[] = Array.from({ length: partitionCount }, () => ({ waiting: [], flight: null }));
  /** The layout for decoding each device's data. */
  readonly #layouts = new Map<DeviceId, IndexedLayout>();
  #roomCalls: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  bytes = 0;

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies;
    dependencies.bus.onBack(() => {
      // Answers may have been lost; the owner recognizes repeated items.
      for (let partition = 0; partition < partitionCount; partition++) this.#callBack(partition);
    });
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), tryAgainMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    for (const way of this.#ways) {
      const left = [...(way.flight?.sent ?? []), ...way.waiting];
      way.flight = null;
      way.waiting.length = 0;
      for (const one of left) this.#settle(one, { kind: 'again' });
    }
  }

  /** True when nothing of this partition is queued: new messages may go directly to the pipeline. */
  isEmpty(partition: number): boolean {
    const way = this.#ways[partition];
    return !way || (way.waiting.length === 0 && way.flight === null);
  }

  put(one: Waiting): void {
    const partition = partitionOf(one.deviceId);
    this.bytes += one.bytes;
    this.#ways[partition]?.waiting.push(one);
    // More items may arrive within this turn of the event loop.
    queueMicrotask(() => this.#send(partition));
  }

  full(): boolean {
    return this.bytes >= maxBytes;
  }

  whenRoom(fn: () => void): void {
    if (this.full()) this.#roomCalls.push(fn);
    else queueMicrotask(fn);
  }

  /** These partitions have new owners: items the former owner did not answer are sent to the new one. */
  moved(partitions: readonly number[]): void {
    for (const partition of partitions) {
      const way = this.#ways[partition];
      if (way?.flight && way.flight.epoch !== this.#dependencies.ownership.ownerOf(partition).epoch)
        this.#callBack(partition);
      this.#send(partition);
    }
  }

  #callBack(partition: number): void {
    const way = this.#ways[partition];
    if (!way?.flight) return;
    way.waiting.unshift(...way.flight.sent);
    way.flight = null;
    this.#send(partition);
  }

  #look(): void {
    const old = Date.now() - holdMs;
    this.#ways.forEach((way, partition) => {
      while (!way.flight && way.waiting[0] && way.waiting[0].since < old) {
        const first = way.waiting.shift();
        if (first) this.#settle(first, { kind: 'again' });
      }
      if (way.waiting.length > 0) this.#send(partition);
    });
  }

  #send(partition: number): void {
    const way = this.#ways[partition];
    if (!way || way.flight || way.waiting.length === 0) return;
    const { ownership, me, bus } = this.#dependencies;
    if (ownership.holds(partition)) {
      for (const one of way.waiting.splice(0)) this.#takeHere(one);
      return;
    }
    const { owner, epoch } = ownership.ownerOf(partition);
    if (owner === '' || owner === me || !bus.isUp()) return;
    const sent: Waiting[] = [];
    const items: Item[] = [];
    for (let bytes = 0; way.waiting[0] && items.length < deliveryItems && bytes < deliveryBytes; ) {
      const one = way.waiting.shift();
      if (!one) break;
      bytes += one.bytes;
      const item = this.#itemOf(one);
      if (!item) continue;
      sent.push(one);
      items.push(item);
    }
    if (sent.length === 0) return;
    const flight = { epoch, sent };
    way.flight = flight;
    const delivery: Delivery = { from: me, items };
    bus.request(subjectOf(partition, epoch), pack(delivery), answerWithinMs).then(
      (answer) => this.#delivered(partition, flight, unpack<Delivered>(answer)),
      () => this.#delivered(partition, flight, null),
    );
  }

  #takeHere(one: Waiting): void {
    const { here } = this.#dependencies;
    if (one.kind === 'message') {
      here.take(one.message, (receipt) => this.#settle(one, receipt));
      return;
    }
    const { item } = one;
    if (item.kind === 'count') here.countRefused(item.deviceId, item.why);
    else if (item.kind === 'begin') here.beginSession(item.deviceId, item.session);
    else here.endSession(item.deviceId, item.session);
    this.#settle(one, null);
  }

  /** Decodes an item once all earlier ones are sent; null after a program error, which is answered. */
  #itemOf(one: Waiting): Item | null {
    if (one.kind === 'note') return one.item;
    try {
      const item = itemOf(one.message, this.#layouts.get(one.deviceId) ?? null);
      if (item.kind === 'birth' && 'layout' in item.birth && !item.birth.isFormer)
        this.#remember(one.deviceId, indexLayout({ layoutId: 0, ...item.birth.layout }));
      return item;
    } catch (error) {
      this.#dependencies.log.error('Could not decode a message', { device: one.deviceId, error });
      this.#settle(one, { kind: 'refused', why: 'structure', text: 'It could not be handled' });
      return null;
    }
  }

  #delivered(partition: number, flight: NonNullable<Way['flight']>, answers: Delivered): void {
    const way = this.#ways[partition];
    // Withdrawn meanwhile: it is sent to another owner, whose answer counts.
    if (!way || way.flight !== flight) return;
    way.flight = null;
    if (answers === null) {
      // Its owner is stopping or gone. The next check or the next ownership change sends it again.
      way.waiting.unshift(...flight.sent);
      return;
    }
    const again: Waiting[] = [];
    flight.sent.forEach((one, index) => {
      const answer = answers[index] ?? { kind: 'again' };
      if (answer.kind === 'layout') this.#remember(one.deviceId, indexLayout(answer.layout));
      if (answer.kind === 'layout' || answer.kind === 'later') again.push(one);
      else this.#settle(one, answer);
    });
    way.waiting.unshift(...again);
    this.#send(partition);
  }

  #remember(id: DeviceId, layout: IndexedLayout): void {
    this.#layouts.delete(id);
    this.#layouts.set(id, layout);
    const [oldest] = this.#layouts.keys();
    if (this.#layouts.size > maxLayouts && oldest !== undefined) this.#layouts.delete(oldest);
  }

  #settle(one: Waiting, receipt: Exclude<Answer, { kind: 'layout' | 'later' }> | null): void {
    this.bytes -= one.bytes;
    if (!this.full()) for (const call of this.#roomCalls.splice(0)) call();
    if (one.kind === 'message' && receipt) one.answer(receipt);
  }
}
