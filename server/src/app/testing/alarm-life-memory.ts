import { requireNewAcknowledgement } from '../../features/notifications/index.ts';
import { pendingOf } from '../../notify/1-match/match.ts';
import { evaluateHour } from '../../pipeline/3-evaluate/evaluate-hour.ts';
import { loadState, saveState } from '../../pipeline/3-evaluate/evaluation-state.ts';
import type { CatalogDevice } from '../../pipeline/catalog.ts';
import { evaluatedDevice } from '../../pipeline/device-runtime.ts';
import type { StoredEvent } from '../../pipeline/hour-types.ts';
import type { ShelfSpan } from '../../pipeline/shelf-types.ts';
import { TestPipeline } from '../../pipeline/testing/test-device.ts';
import { type LifeOutcome, type LifeRig, type LifeStep, lateByMs, stepMs } from './alarm-life.ts';

const hourMs = 3_600_000;

/** The pipeline with an in-memory writer. After every step its evaluation state is saved and loaded. */
export class MemoryLife implements LifeRig {
  readonly #bench: TestPipeline;
  #device: CatalogDevice;
  #isOn = false;
  #shelf: number | null = null;
  #seq = 100_000;
  #seenEvents = 0;
  #seenChanges = 0;
  readonly #acknowledged = new Set<number>();
  readonly #messages = new Map<number, number>();

  private constructor(bench: TestPipeline) {
    this.#bench = bench;
    this.#device = bench.device;
  }

  static async start(): Promise<MemoryLife> {
    const rig = new MemoryLife(await new TestPipeline().start());
    await rig.#bench.birth();
    await rig.#frame();
    return rig;
  }

  now(): number {
    return this.#bench.clock.now();
  }

  async take(step: LifeStep): Promise<void> {
    this.#bench.pass(stepMs);
    await this.#settle();
    await this.#follow();
    await this.#act(step);
    await this.#settle();
    this.#reload();
    await this.#follow();
  }

  async #act(step: LifeStep): Promise<void> {
    const { pipeline } = this.#bench;
    switch (step.kind) {
      case 'on':
      case 'off':
        this.#isOn = step.kind === 'on';
        await this.#frame();
        return;
      case 'acknowledge': {
        const newest = this.#alarms().at(-1);
        if (newest) this.#acknowledged.add(newest.id);
        return;
      }
      case 'shelve': {
        const answer = await pipeline.commands.shelve(this.#device.id, shelfOf(this.now() + step.forMs));
        if (answer?.kind === 'done') this.#shelf = answer.id;
        return;
      }
      case 'end':
        if (this.#shelf !== null)
          await pipeline.commands.shelve(this.#device.id, { kind: 'end', id: this.#shelf, userName: 'Ann' });
        return;
      case 'pass':
        this.#bench.pass(step.ms);
        return;
      case 'suspend':
      case 'resume':
        this.#suspend(step.kind === 'suspend');
        return;
      case 'restart':
        await this.#bench.restart();
        return;
      case 'take-over':
        pipeline.registry.own(() => true);
        return;
      case 'late':
        await this.#frame();
        await this.#late();
        return;
      default:
        step satisfies never;
    }
  }

  async #frame(): Promise<void> {
    await this.#bench.frame([20, 20, 0], { alarm: this.#isOn ? [0] : [] });
  }

  /** Two frames from before the newest one: another sensor was in alarm for a second. */
  async #late(): Promise<void> {
    const at = this.now() - lateByMs;
    const own = this.#isOn ? [0] : [];
    await this.#bench.send('data', [
      { ts: at, seq: this.#seq++, v: [20, 20, 0], alarm: [...own, 1] },
      { ts: at + 1_000, seq: this.#seq++, v: [20, 20, 0], alarm: own },
    ]);
  }

  #suspend(suspended: boolean): void {
    const before = this.#device;
    this.#device = { ...before, suspended };
    this.#bench.devices.set(before.id, this.#device);
    this.#bench.pipeline.catalogChanged(before, this.#device);
  }

  /** Commits are microtasks; so are the restored states. */
  async #settle(): Promise<void> {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  }

  #reload(): void {
    const runtime = this.#bench.pipeline.registry.get(this.#device.id);
    if (!runtime) throw new Error('the device is gone');
    const text = saveState(runtime.evaluator.state);
    const loaded = loadState(text);
    if (saveState(loaded) !== text) throw new Error(`saved and loaded states differ: ${text}`);
    runtime.evaluator.state = loaded;
  }

  /** What the transactions since the last step enqueued for the e-mail rules, and which acknowledgements they removed. */
  async #follow(): Promise<void> {
    const { frameWriter } = this.#bench;
    const events = frameWriter.events.slice(this.#seenEvents);
    const changes = frameWriter.changes.slice(this.#seenChanges);
    this.#seenEvents = frameWriter.events.length;
    this.#seenChanges = frameWriter.changes.length;
    this.#count(pendingOf(events, changes).flatMap(({ eventId, audience }) => (audience === 'rules' ? [eventId] : [])));
    const removed = {
      query: async (_text: string, [, ids]: readonly unknown[]) => {
        for (const id of idsIn(ids)) this.#acknowledged.delete(id);
      },
    };
    await requireNewAcknowledgement(removed, changes);
  }

  #count(ids: unknown): void {
    for (const id of idsIn(ids)) this.#messages.set(id, (this.#messages.get(id) ?? 0) + 1);
  }

  #alarms() {
    return this.#bench.frameWriter.events.filter((event) => event.type === 'alarm_on' && event.sensorId === '4000');
  }

  async outcome(): Promise<LifeOutcome> {
    const { frameWriter } = this.#bench;
    const ended = new Set(frameWriter.ends.map((end) => end.id));
    return {
      lives: this.#alarms().map((event) => ({
        at: event.at,
        isActive: !ended.has(event.id),
        isShelved: event.shelved,
        isAcknowledged: this.#acknowledged.has(event.id),
        messages: this.#messages.get(event.id) ?? 0,
      })),
      late: this.#lateEvents(),
    };
  }

  /** What the jobs of the hours find in the late frames. */
  #lateEvents(): LifeOutcome['late'] {
    const { frameWriter, pipeline } = this.#bench;
    const first = Math.floor((frameWriter.frames[0]?.ts ?? 0) / hourMs) * hourMs;
    const found: { at: number; isShelved: boolean }[] = [];
    let start: string | null = null;
    let nextId = 9_000_000;
    for (let t0 = first; t0 <= this.now(); t0 += hourMs) {
      const isIn = (at: number): boolean => at >= t0 && at < t0 + hourMs;
      const { end, insert } = evaluateHour({
        device: evaluatedDevice(this.#device),
        texts: pipeline.registry.row(this.#device.id).texts,
        layouts: frameWriter.layouts,
        t0,
        until: t0 + hourMs,
        now: this.now(),
        start,
        frames: frameWriter.frames
          .concat(frameWriter.late)
          .filter((frame) => isIn(frame.ts))
          .sort((a, b) => a.ts - b.ts || a.seq - b.seq),
        events: frameWriter.events
          .filter((event) => event.type.startsWith('alarm_') && isIn(event.at))
          .map((event): StoredEvent => ({ ...event, acknowledged: false, ended: false })),
        shelves: this.#spans(),
        storedEnd: null,
        nextId: () => nextId++,
      });
      start = end;
      for (const event of insert) if (event.type === 'alarm_on') found.push({ at: event.at, isShelved: event.shelved });
    }
    return found;
  }

  #spans(): ShelfSpan[] {
    const ends = new Map<number, number>();
    for (const change of this.#bench.frameWriter.shelves)
      if (change.kind === 'end') ends.set(change.id, change.endedAt);
    return this.#bench.frameWriter.shelves.flatMap((change) =>
      change.kind === 'start'
        ? [{ ...change.shelf, from: change.shelf.startedAt, to: ends.get(change.shelf.id) ?? change.shelf.until }]
        : [],
    );
  }
}

const idsIn = (ids: unknown): number[] => (Array.isArray(ids) ? ids.map(Number) : []);

/** A shelf of the whole device with its alarms. */
export const shelfOf = (until: number) =>
  ({
    kind: 'start',
    target: { groupId: null, sensorId: null, ruleId: null },
    coversAlarms: true,
    reasonCode: 'chattering',
    reason: 'Loose cable',
    until,
    firstFrom: null,
    userId: null,
    userName: 'Ann',
  }) as const;
