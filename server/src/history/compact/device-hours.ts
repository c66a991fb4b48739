import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import type pg from 'pg';
import { type EventNames, endEvents, insertEvents } from '../../pipeline/4-persist/store.ts';
import { placeAmong } from '../../pipeline/duplicates.ts';
import type { EvaluateHour, HourOutcome, StoredEvent } from '../../pipeline/hour-types.ts';
import type { ShelfSpan } from '../../pipeline/shelf-types.ts';
import { type AcceptedFrame, type Committed, type EvaluatedDevice, IMPORT_SEQ, SENT } from '../../pipeline/types.ts';
import type { IdBlock } from '../../platform/ids.ts';
import { squeeze, unsqueeze } from '../codec/bytes.ts';
import { chunkFrames, storedArrival } from '../codec/chunk.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import { packHour } from '../codec/pack-hour.ts';
import { slotMs, slotsPerHour } from '../codec/slot-segment.ts';
import { type StatusRank, statusRanks } from '../codec/slots.ts';
import { HourProtection } from '../protect/device-protection.ts';
import { makeMonth, monthOf } from '../retain/partitions.ts';
import * as store from './store.ts';

/** A device for the evaluation of its hours, and the names for its events. */
export interface HourDevice {
  readonly evaluatedDevice: EvaluatedDevice;
  readonly names: EventNames;
}

export interface HourDependencies {
  readonly evaluateHour: EvaluateHour;
  /** null: removed meanwhile; its hours are written without evaluation. */
  readonly device: (id: DeviceId) => Promise<HourDevice | null>;
  /** Called after the commit with late events that notify nevertheless. */
  readonly committed: (batch: Committed) => void;
  readonly now: () => number;
  /** The demo's past is made and not received: it counts as received then. */
  readonly isDemo?: boolean;
  /** Ids for late events. Evaluation is synchronous, so they are fetched before it starts. */
  readonly ids: IdBlock;
}
/** Maximum late events of one device and hour. */
const idsAnHour = 20_000;

/** Above this size an hour is written in parts, slot by slot, to limit memory. */
const samplesAtOnce = 8_000_000;

interface Window {
  readonly part: number;
  readonly from: number;
  readonly to: number;
}

/** Writes the pending hours of one device, in order, each from the state at the end of the previous one. */
export class DeviceHours {
  readonly #client: pg.PoolClient;
  readonly #deviceId: DeviceId;
  readonly #dependencies: HourDependencies;
  #device: HourDevice | null = null;
  #texts: readonly string[] = [];
  #rank: StatusRank = () => 0;
  #layouts: ReadonlyMap<number, Layout> = new Map();
  readonly #months = new Set<string>();
  /** The state at the end of the last hour written. */
  #done: { t0: number; end: string | null } | null = null;

  constructor(client: pg.PoolClient, deviceId: DeviceId, dependencies: HourDependencies) {
    this.#client = client;
    this.#deviceId = deviceId;
    this.#dependencies = dependencies;
  }

  async prepare(): Promise<void> {
    this.#device = await this.#dependencies.device(this.#deviceId);
    this.#texts = await store.readTexts(this.#client, this.#deviceId);
    this.#rank = statusRanks(this.#texts);
    this.#layouts = await store.readLayouts(this.#client, this.#deviceId);
  }

  /** Returns the next hour when it must also be written again. */
  async write(hour: store.PendingHour): Promise<number | null> {
    const client = this.#client;
    await this.#dependencies.ids.fill(idsAnHour);
    const { before, after } = await store.neighbours(client, this.#deviceId, hour.t0);
    const start = await this.#startOf(hour.t0, before);
    const chunk = await store.chunkRows(client, this.#deviceId, hour.t0);
    const events = await store.hourEvents(client, this.#deviceId, hour.t0);
    const shelves = await store.hourShelves(client, this.#deviceId, hour.t0);
    const oldEnd = textOf(chunk.at(-1)?.end_state ?? null);
    const segments: store.PackedSegment[] = [];
    const outcomes: HourOutcome[] = [];
    const taken: AcceptedFrame[] = [];
    const protection = hour.closed ? await this.protectionOf(hour.t0) : null;
    let end = start;
    for (const window of await this.#windows(hour.t0, chunk)) {
      const { frames, late } = await this.#frames(chunk, window);
      if (frames.length === 0) continue;
      taken.push(...late);
      const own = frames.filter((frame) => !isImported(frame));
      const imported = frames.length - own.length;
      let evaluated: readonly AcceptedFrame[] = own;
      if (own.length > 0) {
        const outcome = this.#evaluate(hour.t0, window.to, end, own, within(events, window), shelves, oldEnd);
        end = outcome.end;
        outcomes.push(outcome);
        protection?.add(outcome.frames);
        evaluated = outcome.frames;
      }
      const all = imported === 0 ? evaluated : withImported(evaluated, frames.filter(isImported));
      if (hour.closed) segments.push(this.#pack(window.part, all));
    }
    const isLate = hour.late || taken.length > 0;
    const corrections = isLate ? outcomes : [];
    if (hour.closed && segments.length > 0) await this.#makeMonth(hour.t0);
    const next = hour.closed && after !== null && end !== (oldEnd ?? start) ? after : null;
    await this.#store(hour, { segments, end, taken, corrections, next, protection });
    if (hour.closed) this.#done = { t0: hour.t0, end };
    return next;
  }

  async #store(
    hour: store.PendingHour,
    {
      segments,
      end,
      taken,
      corrections,
      next,
      protection,
    }: {
      readonly segments: readonly store.PackedSegment[];
      readonly end: string | null;
      readonly taken: readonly AcceptedFrame[];
      readonly corrections: readonly HourOutcome[];
      readonly next: number | null;
      readonly protection: HourProtection | null;
    },
  ): Promise<void> {
    const client = this.#client;
    await client.query('begin');
    try {
      if (hour.closed && segments.length > 0) {
        const endState = end === null ? null : squeeze(Buffer.from(end));
        await store.replaceHour(client, this.#deviceId, hour.t0, segments, endState);
        if (taken.length > 0) await store.removeLate(client, this.#deviceId, taken);
      }
      for (const outcome of corrections) await this.#correct(outcome, hour.t0);
      await store.settleHour(client, hour);
      if (next !== null) await this.#again(next);
      if (await protection?.store()) await this.#recount(hour.t0 + hourMs);
      // An event that really began in an earlier hour is part of that hour's end state from now on.
      const moved = corrections.flatMap((outcome) => outcome.moves).map(({ at }) => hourOf(at));
      for (const t0 of new Set(moved)) if (t0 < hour.t0) await this.#again(t0);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
    const notified = corrections.flatMap((outcome) => outcome.insert).filter((event) => event.notified);
    if (notified.length > 0) this.#dependencies.committed({ events: notified, ends: [], changes: [], steps: [] });
  }

  /** The protected minutes of an hour, to which its frames are added. */
  protectionOf(t0: number): Promise<HourProtection> {
    const context = {
      texts: this.#texts,
      layouts: this.#layouts,
      device: this.#device?.evaluatedDevice ?? null,
      isDemo: this.#dependencies.isDemo ?? false,
    };
    return HourProtection.begin(this.#client, this.#deviceId, t0, context);
  }

  /** The hour begins otherwise than before: its frames are read again; without frames it is counted at once. */
  async #recount(t0: number): Promise<void> {
    if (await store.hasChunk(this.#client, this.#deviceId, t0)) await this.#again(t0);
    else if (await (await this.protectionOf(t0)).again()) await this.#recount(t0 + hourMs);
  }

  /** Stores the protected minutes of an hour without frames. */
  async fill(t0: number): Promise<void> {
    await (await this.protectionOf(t0)).store();
  }

  async #correct(outcome: HourOutcome, t0: number): Promise<void> {
    const names = this.#device?.names;
    await store.correctEvents(this.#client, this.#deviceId, outcome);
    if (outcome.insert.length > 0) await insertEvents(this.#client, outcome.insert, () => names);
    if (outcome.ends.length > 0) await endEvents(this.#client, outcome.ends);
    // The event began in an earlier hour, whose end state must name it.
    const earlier = new Set(outcome.moves.map((move) => hourOf(move.at)).filter((hour) => hour < t0));
    for (const hour of earlier) await this.#again(hour);
  }

  #again(t0: number): Promise<void> {
    return store.enqueueHourAgain(this.#client, this.#deviceId, t0, this.#dependencies.now());
  }

  /** The state at the hour's beginning: the end of the last hour that has frames, written or not. */
  async #startOf(t0: number, before: store.StoredEnd | null): Promise<string | null> {
    let known = { t0: before?.t0 ?? Number.NEGATIVE_INFINITY, end: textOf(before?.endState ?? null) };
    if (this.#done && this.#done.t0 < t0 && this.#done.t0 >= known.t0) known = this.#done;
    for (const hour of await store.hoursWithoutChunk(this.#client, this.#deviceId, t0)) {
      if (hour <= known.t0) continue;
      const read = await this.#frames([], { part: 0, from: hour, to: hour + hourMs });
      const frames = read.frames.filter((frame) => !isImported(frame));
      if (frames.length > 0) known = { t0: hour, end: this.#evaluate(hour, hour + hourMs, known.end, frames, []).end };
    }
    return known.end;
  }

  #evaluate(
    t0: number,
    until: number,
    start: string | null,
    frames: readonly AcceptedFrame[],
    events: readonly StoredEvent[],
    shelves: readonly ShelfSpan[] = [],
    storedEnd: string | null = null,
  ): HourOutcome {
    if (!this.#device) return { frames, end: start ?? '', insert: [], ends: [], moves: [], remove: [], merges: [] };
    return this.#dependencies.evaluateHour({
      device: this.#device.evaluatedDevice,
      texts: this.#texts,
      layouts: this.#layouts,
      t0,
      until,
      now: this.#dependencies.now(),
      start: start === '' ? null : start,
      frames,
      events,
      shelves,
      storedEnd,
      nextId: () => this.#dependencies.ids.next(),
    });
  }

  async #windows(t0: number, chunk: readonly store.ChunkRow[]): Promise<Window[]> {
    const frames =
      chunk.reduce((sum, row) => sum + row.n, 0) + (await store.countFrames(this.#client, this.#deviceId, t0));
    let sensors = 1;
    for (const layout of this.#layouts.values()) sensors = Math.max(sensors, layout.sensors.length);
    if (frames * sensors <= samplesAtOnce && chunk.length <= 1) return [{ part: 0, from: t0, to: t0 + hourMs }];
    return Array.from({ length: slotsPerHour }, (_, part) => ({
      part,
      from: t0 + part * slotMs,
      to: t0 + (part + 1) * slotMs,
    }));
  }

  /**
   * Reads the stored frames of a time range: from the chunk if there is one, else live frames; plus late frames. Each has
   * its arrival as a chunk keeps it, so that an hour ends the same when it is read from its chunk.
   */
  async #frames(chunk: readonly store.ChunkRow[], { part, from, to }: Window) {
    const read = async (table: 'frame' | 'frame_late') => {
      const frames = await store.readFrames(this.#client, table, this.#deviceId, from, to);
      return frames.map((frame) => ({ ...frame, receivedAt: storedArrival(frame) }));
    };
    const late = await read('frame_late');
    const rows = chunk.length > 1 ? chunk.filter((row) => row.part === part) : chunk;
    const settled =
      chunk.length > 0 ? rows.flatMap((row) => chunkFrames(row.layout_ids, row.keys, row.p)) : await read('frame');
    const inside = settled.filter((frame) => frame.ts >= from && frame.ts < to);
    return { frames: late.length > 0 ? merge(inside, late) : inside, late };
  }

  #pack(part: number, frames: readonly AcceptedFrame[]): store.PackedSegment {
    let [deviceTsFrom, deviceTsTo] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { deviceTs } of frames) {
      deviceTsFrom = Math.min(deviceTsFrom, deviceTs);
      deviceTsTo = Math.max(deviceTsTo, deviceTs);
    }
    return { part, n: frames.length, deviceTsFrom, deviceTsTo, packed: packHour(frames, this.#rank) };
  }

  async #makeMonth(t0: number): Promise<void> {
    const { name } = monthOf(t0);
    if (this.#months.has(name)) return;
    await makeMonth(this.#client, 'chunk', t0);
    await makeMonth(this.#client, 'slots', t0);
    this.#months.add(name);
  }
}

const textOf = (state: Buffer | null): string | null => (state ? unsqueeze(state).toString() : null);

const within = (events: readonly StoredEvent[], { from, to }: Window): readonly StoredEvent[] =>
  events.filter((event) => event.at >= from && event.at < to);

/**
 * Adds late frames to those of an hour, each once. They were compared with the stored ones before, unless the hour was
 * archived: then a repeated frame is found here.
 */
function merge(settled: readonly AcceptedFrame[], late: readonly AcceptedFrame[]): AcceptedFrame[] {
  const byTime = Map.groupBy(settled, (frame) => frame.deviceTs);
  const added: AcceptedFrame[] = [];
  for (const frame of late) {
    const same = byTime.get(frame.deviceTs) ?? [];
    byTime.set(frame.deviceTs, same);
    const position = placeAmong(frame, same.map(duplicateOf));
    if (position.kind === 'duplicate') continue;
    const placed = position.seq === frame.seq ? frame : { ...frame, seq: position.seq };
    same.push(placed);
    added.push(placed);
  }
  return [...settled, ...added].sort(inOrder);
}

const isImported = (frame: AcceptedFrame): boolean => frame.seq >= IMPORT_SEQ;

/**
 * Adds imported frames to evaluated ones. What a moment of a file leaves out has the value of the moment before it, as
 * long as that is in the same hour.
 */
function withImported(own: readonly AcceptedFrame[], imported: readonly AcceptedFrame[]): AcceptedFrame[] {
  let before: AcceptedFrame | null = null;
  const filled = imported.map((frame) => {
    const known: AcceptedFrame | null = before?.layoutId === frame.layoutId ? before : null;
    const values = frame.values.map((value, i) => ((frame.flags[i] & SENT) !== 0 || !known ? value : known.values[i]));
    before = { ...frame, values };
    return before;
  });
  return [...own, ...filled].sort(inOrder);
}

const inOrder = (a: AcceptedFrame, b: AcceptedFrame): number => a.ts - b.ts || a.boot - b.boot || a.seq - b.seq;
const duplicateOf = (frame: AcceptedFrame) => ({ boot: frame.boot, seq: frame.seq, content: () => frame });
