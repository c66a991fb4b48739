import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Intake, Receipt } from '../pipeline/1-receive/intake.ts';
import { jsonMessage } from '../pipeline/1-receive/json/json-messages.ts';
import { noon, someBirth, TestPipeline } from '../pipeline/testing/test-device.ts';
import { createLog } from '../platform/log.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { partitionOf } from './partition.ts';
import { PartitionInbox } from './partition-inbox.ts';
import { holdMs, PartitionOutbox } from './partition-outbox.ts';
import { Router } from './router.ts';
import { FakeBus } from './testing/fake-bus.ts';

const log = createLog('silent');

/** Two processes: `far` owns the devices, `near` has the adapter. */
class TwoProcesses {
  readonly bus = new FakeBus();
  readonly bench = new TestPipeline();
  readonly partition = partitionOf(this.bench.device.id);
  owner = { owner: 'far', epoch: 1 };
  isHere = false;
  readonly takenHere: string[] = [];
  readonly inbox: PartitionInbox;
  readonly outbox: PartitionOutbox;
  readonly router: Router;

  constructor() {
    const here: Intake = {
      take: (message, answer) => {
        this.takenHere.push(message.kind);
        answer({ kind: 'again' });
      },
      beginSession: (_, session) => this.takenHere.push(`begin ${session}`),
      endSession: (_, session) => this.takenHere.push(`end ${session}`),
      reportsByException: () => false,
      countRefused: (_, why) => this.takenHere.push(`refused ${why}`),
      full: () => false,
      whenRoom: () => {},
    };
    const near = { ownerOf: () => this.owner, holds: () => this.isHere };
    this.outbox = new PartitionOutbox({ bus: this.bus, ownership: near, me: 'near', here, log });
    this.router = new Router(here, this.outbox, near);
    const far = { holds: () => this.owner.owner === 'far', epochOf: () => this.owner.epoch };
    this.inbox = new PartitionInbox({ bus: this.bus, ownership: far, pipeline: this.bench.pipeline });
  }

  async start(): Promise<this> {
    await this.bench.start();
    this.inbox.open([this.partition]);
    this.outbox.start();
    return this;
  }

  send(kind: 'birth' | 'data' | 'death', body: object): Promise<Receipt> {
    const bytes = Buffer.from(JSON.stringify(body));
    return new Promise((resolve) => this.router.take(jsonMessage(kind, this.bench.device.id, bytes, null), resolve));
  }
}

const frame = (n: number) => ({
  ts: noon + n * 1_000,
  seq: n,
  values: { '4.4000': 40 + n, '4.4001': 41, '5.5000': 0 },
});
let two: TwoProcesses;
beforeEach(async () => {
  two = await new TwoProcesses().start();
});
afterEach(() => {
  two.outbox.stop();
  vi.useRealTimers();
});

describe('a message at an adapter of a process that does not own the device', () => {
  it('is refused by its owner as at an adapter of its own, and counted there', async () => {
    expect(await two.send('data', frame(1))).toMatchObject({ kind: 'refused', why: 'no_birth' });
    await two.send('birth', someBirth(noon));
    expect(await two.send('data', { seq: 1 })).toMatchObject({ kind: 'refused', why: 'no_ts' });
    expect(two.bench.pipeline.refused).toMatchObject({ no_birth: 1, no_ts: 1 });
    expect(two.takenHere).toEqual([]);
  });

  it('is stored by its owner in the order of arrival, each with its own receipt', async () => {
    const born = two.send('birth', someBirth(noon));
    const sent = [1, 2, 3].map((n) => two.send('data', frame(n)));
    expect(await born).toMatchObject({ kind: 'stored' });
    for (const one of sent) expect(await one).toMatchObject({ kind: 'stored', accepted: 1 });
    expect(two.bench.frameWriter.frames.map((stored) => stored.seq)).toEqual([1, 2, 3]);
    expect(two.bench.frameWriter.frames.map((stored) => stored.values[0])).toEqual([41, 42, 43]);
  });

  it('is decoded with the layout of the device, even if the adapter has none or another one', async () => {
    await two.bench.birth();
    expect(await two.send('data', frame(1))).toMatchObject({ kind: 'stored', accepted: 1 });
    const other = someBirth(noon + 2_000);
    two.bench.pass(3_000);
    await two.bench.send('birth', { ...other, groups: other.groups.slice(0, 1) });
    const [first, second] = [two.send('data', onlyFirst(3)), two.send('data', onlyFirst(4))];
    expect([(await first).kind, (await second).kind]).toEqual(['stored', 'stored']);
    expect(two.bench.frameWriter.frames.map((stored) => stored.values.length)).toEqual([3, 2, 2]);
  });
});
const onlyFirst = (n: number) => ({ ts: noon + n * 1_000, seq: n, values: { '4.4000': 40 + n, '4.4001': 41 } });

describe('while a partition has no owner', () => {
  it('a message waits, goes to the new owner, and is sent twice rather than lost', async () => {
    two.owner = { owner: '', epoch: 1 };
    const born = two.send('birth', someBirth(noon));
    await Promise.resolve();
    expect(two.bench.frameWriter.entries).toHaveLength(0);
    two.owner = { owner: 'far', epoch: 2 };
    two.inbox.open([two.partition]);
    two.outbox.moved([two.partition]);
    expect(await born).toMatchObject({ kind: 'stored' });
    two.bus.back();
  });

  it('must be sent again after its time limit, and its adapter pauses when too much is queued', async () => {
    vi.useFakeTimers();
    two.outbox.start();
    two.owner = { owner: '', epoch: 1 };
    const born = two.send('birth', someBirth(noon));
    expect(two.router.full()).toBe(false);
    for (let i = 0; i < 9; i++)
      two.outbox.put({
        kind: 'note',
        deviceId: two.bench.device.id,
        bytes: 8 * 1024 * 1024,
        since: Date.now(),
        item: { kind: 'count', deviceId: two.bench.device.id, why: 'rate' },
      });
    expect(two.router.full()).toBe(true);
    await vi.advanceTimersByTimeAsync(holdMs + 1_000);
    expect(await born).toEqual({ kind: 'again' });
    expect(two.router.full()).toBe(false);
  });
});

describe('when the partition moves', () => {
  it('sends unanswered messages to the new owner and ignores a late answer of the former one', async () => {
    await two.send('birth', someBirth(noon));
    two.bench.frameWriter.atOnce = false;
    const receipts: Receipt[] = [];
    const sent = two.send('data', frame(1)).then((receipt) => receipts.push(receipt));
    await eventually(() => expect(two.bench.frameWriter.entries).toHaveLength(1));
    two.owner = { owner: 'far', epoch: 2 };
    two.inbox.open([two.partition]);
    two.outbox.moved([two.partition]);
    await eventually(() => expect(two.bench.frameWriter.entries).toHaveLength(2));
    two.bench.frameWriter.commit();
    await sent;
    expect(receipts).toMatchObject([{ kind: 'stored', accepted: 0, duplicates: 1 }]);
    expect(two.bench.frameWriter.frames).toHaveLength(1);
  });

  it('passes queued messages to the own pipeline after announcing the sessions', async () => {
    two.owner = { owner: '', epoch: 1 };
    two.router.beginSession(two.bench.device.id, 5);
    const waited = two.send('birth', someBirth(noon));
    two.isHere = true;
    two.outbox.moved([two.partition]);
    two.router.moved([two.partition]);
    expect((await waited).kind).toBe('again');
    expect(two.takenHere).toEqual(['begin 5', 'birth', 'begin 5']);
  });
});
