import { isDeepStrictEqual } from 'node:util';
import type { DeviceId } from '@tocsin/contract/ids';
import { type Layout, runnerOf } from '@tocsin/contract/layout';
import { isTestable } from '@tocsin/contract/maintenance';
import type pg from 'pg';
import { indexLayout } from '../../pipeline/fill-frame.ts';
import { offlineAfter, usualAtFirst } from '../../pipeline/report-interval.ts';
import type { AcceptedFrame, EvaluatedDevice, UnitConversion } from '../../pipeline/types.ts';
import { conversionsOf, convertedValue } from '../../pipeline/unit-conversion.ts';
import { hourMs } from '../codec/hour.ts';
import { type HourFacts, type HourMinutes, minutesOf } from './definition.ts';
import { join, type Mask, noMinute, ofBits } from './mask.ts';
import { type HourSignal, type Missing, type Runner, SignalBuilder, type SignalResult } from './signal.ts';
import * as store from './store.ts';

const dayMs = 86_400_000;

export interface ProtectionContext {
  readonly texts: readonly string[];
  readonly layouts: ReadonlyMap<number, Layout>;
  /** null: removed; values are taken as they were sent. */
  readonly device: EvaluatedDevice | null;
  /** The demo makes its past: frames from before its devices were added count as received then. */
  readonly isDemo: boolean;
}

/** The protected minutes of one hour of a device, from its frames and what the tables say. */
export class HourProtection {
  readonly #client: pg.PoolClient;
  readonly #deviceId: DeviceId;
  readonly #t0: number;
  readonly #context: ProtectionContext;
  readonly #row: store.HourRow;
  readonly #runner: (Runner & { readonly unit: string }) | null;
  readonly #builder: SignalBuilder;

  static async begin(
    client: pg.PoolClient,
    deviceId: DeviceId,
    t0: number,
    context: ProtectionContext,
  ): Promise<HourProtection> {
    const row = await rowWithBefore(client, deviceId, t0, context);
    const runner = runnerIn(row, t0, context);
    const peak = runner && runner.above === null ? await store.peakBefore(client, deviceId, t0, runner) : null;
    return new HourProtection(client, deviceId, t0, context, row, runner && { ...runner, peak });
  }

  private constructor(
    client: pg.PoolClient,
    deviceId: DeviceId,
    t0: number,
    context: ProtectionContext,
    row: store.HourRow,
    runner: (Runner & { readonly unit: string }) | null,
  ) {
    this.#client = client;
    this.#deviceId = deviceId;
    this.#t0 = t0;
    this.#context = context;
    this.#row = row;
    this.#runner = runner;
    const { before, device } = row;
    const kept = keptOf(row, t0, context);
    const stated = (device?.report_interval_s ?? usualAtFirst / 1_000) * 1_000;
    const madeUntil = context.isDemo ? (device?.added_at ?? 0) : Number.NEGATIVE_INFINITY;
    this.#builder = new SignalBuilder({
      t0,
      texts: context.texts,
      layouts: context.layouts,
      tail: before?.tail ?? null,
      offlineMs: kept?.offline_ms ?? before?.offline_ms ?? offlineAfter(stated),
      keepsOfflineMs: kept !== null,
      events: row.events,
      runner,
      isMade: (frame: AcceptedFrame) => frame.ts < madeUntil,
    });
  }

  /** Frames of the hour with the full state, part by part. */
  add(frames: readonly AcceptedFrame[]): void {
    this.#builder.add(frames);
  }

  /** Stores the hour again if it is stored; returns the same as `store`. */
  async again(): Promise<boolean> {
    return this.#row.own !== null && (await this.store());
  }

  /** Stores the hour; returns whether the next one begins otherwise than before. Nothing is stored of a device that does not count yet. */
  async store(): Promise<boolean> {
    const { device, own } = this.#row;
    const found = this.#builder.finish();
    const since = device && (await this.#since(device, found));
    if (!device || since === null || since >= this.#t0 + hourMs) return false;
    const kept = keptOf(this.#row, this.#t0, this.#context);
    const required = kept?.required ?? this.#required(found, device);
    const present = withUnlisted(found, required);
    const signal = kept ? withStored(present, kept) : present;
    const { tail } = found;
    const intervalDays = own?.interval_days ?? device.interval_days;
    const minutes = minutesOf(signal, factsOf(this.#row, { t0: this.#t0, since, required, intervalDays, device }));
    await store.writeHour(this.#client, this.#deviceId, this.#t0, {
      siteId: own?.site_id ?? device.site_id,
      frames: found.frames,
      signal,
      required,
      requiredId: await store.requiredId(this.#client, this.#deviceId, required),
      settingId: this.#row.setting?.id ?? null,
      runner: this.#runner && { path: this.#runner.path, unit: this.#runner.unit, above: found.above },
      peak: found.peak,
      offlineMs: found.offlineMs,
      intervalDays,
      tail,
      minutes,
    });
    // What the next hour takes from this one. Not as text: jsonb has an order of its own.
    const left = [own?.tail, own?.offline_ms, own?.required];
    return own !== null && !isDeepStrictEqual(left, [tail, found.offlineMs, required]);
  }

  /** Since when the device counts: its first frame that was received live, and the first record of who is reached. */
  async #since(device: NonNullable<store.HourRow['device']>, { firstAt }: SignalResult): Promise<number | null> {
    const known = this.#row.since_at;
    if (firstAt === null || (known !== null && known <= firstAt)) return known;
    const facts = await store.factsSince(this.#client);
    if (facts === null) return known;
    const since = Math.max(firstAt, facts);
    if (known !== null && known <= since) return known;
    await store.beginDevice(this.#client, this.#deviceId, device, since);
    return since;
  }

  /**
   * By the setting, else every sensor with an alarm of its own or a rule, from when it was seen enabled. A device that no
   * longer lists or enables a sensor does not end that; a person or the removal of its last rule does.
   */
  #required(found: SignalResult, device: NonNullable<store.HourRow['device']>): readonly string[] {
    const { before, setting, rules } = this.#row;
    const chosen = setting?.sensors ?? {};
    const known = new Set(before?.required ?? []);
    const watched = new Set(rules);
    const canWarn = (path: string): boolean => (device.raises_alarms || watched.has(path)) && chosen[path] !== false;
    const usual = [...known, ...found.paths.filter((path) => found.enabled.has(path))].filter(canWarn);
    const asked = Object.entries(chosen).flatMap(([path, isRequired]) => (isRequired ? [path] : []));
    return [...new Set([...usual, ...asked])].sort();
  }
}

/** The row of an hour. Hours without frames between the last stored one and it are counted first: it goes on from them. */
async function rowWithBefore(
  client: pg.PoolClient,
  deviceId: DeviceId,
  t0: number,
  context: ProtectionContext,
): Promise<store.HourRow> {
  const row = await store.readHour(client, deviceId, t0);
  const { since_at: since, before, device } = row;
  const isMade = context.isDemo && t0 < (device?.added_at ?? 0);
  if (before !== null || since === null || since >= t0 || isMade) return row;
  const last = await store.lastHourBefore(client, deviceId, t0);
  if (last === null) return row;
  for (let at = last + hourMs; at < t0; at += hourMs)
    await (await HourProtection.begin(client, deviceId, at, context)).store();
  return await store.readHour(client, deviceId, t0);
}

/** The hour as it was stored from frames; its settings stay. The demo's past may come in pieces. */
function keptOf({ own, device }: store.HourRow, t0: number, { isDemo }: ProtectionContext): store.StoredHour | null {
  return own && own.frames > 0 && !(isDemo && device && t0 < device.added_at) ? own : null;
}

/** The running sensor by the setting of the hour, else the usual one of the newest layout. */
function runnerIn(
  row: store.HourRow,
  t0: number,
  context: ProtectionContext,
): (Omit<Runner, 'peak'> & { readonly unit: string }) | null {
  const { before, setting } = row;
  const kept = keptOf(row, t0, context);
  const { layouts, device } = context;
  const shownIn = new Map<number, ReadonlyMap<string, UnitConversion>>();
  const conversions = (layoutId: number): ReadonlyMap<string, UnitConversion> => {
    const known = shownIn.get(layoutId);
    if (known) return known;
    const layout = layouts.get(layoutId);
    const indexed = layout && indexLayout(layout);
    const plain = { scales: [], degrees: null } as unknown as EvaluatedDevice;
    const of = indexed ? conversionsOf(device ?? plain, indexed, t0) : [];
    const made = new Map(
      (indexed?.paths ?? []).map((path, index) => [
        path,
        of[index] ?? { k: 1, c: 0, unit: '', type: 'NUMERIC' as const },
      ]),
    );
    shownIn.set(layoutId, made);
    return made;
  };
  const newest = before?.tail.layout ?? Math.max(...layouts.keys());
  const path = kept
    ? kept.running_path
    : setting?.running_path === ''
      ? null
      : (setting?.running_path ?? usualRunner(conversions(newest)));
  if (path === null) return null;
  const unit = kept?.running_unit ?? conversions(newest).get(path)?.unit ?? '';
  return {
    path,
    unit,
    above: setting?.running_above ?? null,
    shown: (layoutId, raw) => convertedValue(conversions(layoutId).get(path), raw),
  };
}

function usualRunner(sensors: ReadonlyMap<string, UnitConversion>): string | null {
  const all = [...sensors].map(([path, { unit, type }]) => ({ path, unit, isNumeric: type === 'NUMERIC' }));
  return runnerOf(all)?.path ?? null;
}

/** A required sensor that no layout of the hour lists has no value. */
function withUnlisted({ signal, listed }: SignalResult, required: readonly string[]): HourSignal {
  const gone = required.filter((path) => !listed.has(path));
  if (gone.length === 0) return signal;
  const none = (): Missing => ({ value: noMinute().fill(1), disabled: noMinute(), scan: noMinute() });
  return { ...signal, missing: new Map([...signal.missing, ...gone.map((path) => [path, none()] as const)]) };
}

/** What a stored hour has found missing stays missing: later frames never protect an unprotected minute. */
function withStored(signal: HourSignal, own: store.StoredHour): HourSignal {
  const missing = new Map(signal.missing);
  for (const [path, stored] of Object.entries(own.missing)) {
    const known = missing.get(path);
    const value = ofBits(store.bitsOfStored(stored.value));
    if (known) join(value, known.value);
    const other = (kind: 'disabled' | 'scan'): Mask => known?.[kind] ?? ofBits(store.bitsOfStored(stored[kind]));
    missing.set(path, { value, disabled: other('disabled'), scan: other('scan') });
  }
  const offline = ofBits(own.offline);
  join(offline, signal.offline);
  return { ...signal, offline, missing };
}

function factsOf(
  row: store.HourRow,
  hour: {
    readonly t0: number;
    readonly since: number;
    readonly required: readonly string[];
    readonly intervalDays: number;
    readonly device: { readonly added_at: number; readonly removed_at: number | null } | null;
  },
): HourFacts {
  return {
    t0: hour.t0,
    counts: { from: hour.since, to: hour.device?.removed_at ?? Number.POSITIVE_INFINITY },
    required: hour.required,
    shelves: row.shelves,
    outOfService: row.out_of_service,
    suspicions: row.suspicions.map(({ path, since, ended_at, dismissed_at, dismissed_until }) => ({
      path,
      spans:
        dismissed_at === null
          ? [{ from: since, to: ended_at }]
          : [
              { from: since, to: least(dismissed_at, ended_at) },
              { from: dismissed_until ?? dismissed_at, to: ended_at ?? Number.POSITIVE_INFINITY },
            ],
    })),
    passed: row.passed,
    untestable: new Set(hour.required.filter((path) => !isTestable(path))),
    addedAt: hour.device?.added_at ?? 0,
    intervalMs: hour.intervalDays * dayMs,
    tests: row.tests,
    facts: row.facts,
  };
}

const least = (at: number, other: number | null): number => (other === null ? at : Math.min(at, other));

/** Counts a stored hour again, from what its frames said and what is known now of suspicions. */
export async function recountHour(client: pg.PoolClient, deviceId: DeviceId, t0: number): Promise<HourMinutes | null> {
  const row = await store.readHour(client, deviceId, t0);
  const { own, since_at: since, device } = row;
  if (!own || since === null || !device) return null;
  const missing = new Map(
    Object.entries(own.missing).map(([path, one]): [string, Missing] => [
      path,
      {
        value: ofBits(store.bitsOfStored(one.value)),
        disabled: ofBits(store.bitsOfStored(one.disabled)),
        scan: ofBits(store.bitsOfStored(one.scan)),
      },
    ]),
  );
  const signal: HourSignal = {
    running: ofBits(own.running),
    unknown: ofBits(own.unknown),
    offline: ofBits(own.offline),
    missing,
  };
  const facts = factsOf(row, { t0, since, required: own.required, intervalDays: own.interval_days, device });
  const minutes = minutesOf(signal, facts);
  await store.writeFigures(client, deviceId, t0, minutes);
  return minutes;
}
