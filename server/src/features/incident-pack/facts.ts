import type { EventEscalation } from '@tocsin/contract/escalation';
import { DeviceId } from '@tocsin/contract/ids';
import { maxPackRows, packAroundMs } from '@tocsin/contract/incident-pack';
import type { Notification } from '@tocsin/contract/live';
import type { Moment } from '../../history/read/calls.ts';
import type { History } from '../../history/read/history.ts';
import type { Db } from '../../platform/db.ts';
import { settingsThen } from './settings-then.ts';
import * as store from './store.ts';

/** How a device's clock stood: its last frame at or before a moment. */
interface ClockRow {
  readonly device: string;
  readonly at: number;
  /** null: it had never sent. */
  readonly frame: { readonly ts: number; readonly deviceTs: number; readonly receivedAt: number } | null;
}

/** Settings of a device when the alarm began and now. */
interface DeviceSettings {
  readonly device: store.PackDevice;
  readonly atAlarm: store.Settings;
  readonly atPresent: store.Settings;
}

/** All that a pack says beside the sensors' values. */
export interface PackFacts {
  readonly focus: store.FocusRow;
  readonly devices: readonly store.PackDevice[];
  readonly span: store.Span;
  readonly now: number;
  /** Who downloads it. */
  readonly by: string;
  readonly events: readonly Notification[];
  /** The story of the incident; empty: there is none to tell. */
  readonly story: string;
  readonly escalation: EventEscalation;
  readonly held: readonly store.HeldBackRow[];
  readonly notes: readonly store.PackNoteRow[];
  readonly tests: readonly store.TestRow[];
  readonly changes: readonly store.ChangeRow[];
  readonly settings: readonly DeviceSettings[];
  readonly clocks: readonly ClockRow[];
  readonly refused: readonly store.RefusedRow[];
  /** null: the reader may not see drawings. */
  readonly drawings: readonly store.DrawingRow[] | null;
  /** Names of lists that were cut at their limit. */
  readonly cut: readonly string[];
}

export interface FactsSources {
  readonly db: Db;
  readonly history: Pick<History, 'moments'>;
  readonly notificationsById: (db: Db, ids: readonly number[]) => Promise<Notification[]>;
  readonly escalationOf: (eventId: number) => Promise<EventEscalation>;
  readonly storyOf: (eventId: number) => Promise<string>;
}

/** The span of a pack: an hour before and after, cut at now. */
const spanOf = ({ at }: store.FocusRow, now: number): store.Span => ({
  from: at - packAroundMs,
  to: Math.min(at + packAroundMs, now),
});

async function clocksOf(
  history: Pick<History, 'moments'>,
  devices: readonly store.PackDevice[],
  times: readonly number[],
): Promise<ClockRow[]> {
  const deviceIds = devices.map(({ id }) => DeviceId.parse(id));
  const rows: ClockRow[] = [];
  for (const at of times) {
    const moments: readonly (Moment | null)[] = await history.moments({ deviceIds, at });
    for (const [index, { title }] of devices.entries()) {
      const frame = moments[index]?.frame;
      rows.push({
        device: title,
        at,
        frame: frame ? { ts: frame.ts, deviceTs: frame.deviceTs, receivedAt: frame.receivedAt } : null,
      });
    }
  }
  return rows;
}

/** Reads what a pack says of an event. `seesDrawings`: the reader may open the plant drawings of the site. */
export async function gatherFacts(
  { db, history, notificationsById, escalationOf, storyOf }: FactsSources,
  focus: store.FocusRow,
  reader: {
    readonly by: string;
    readonly now: number;
    readonly seesSuspended: boolean;
    readonly seesDrawings: boolean;
  },
): Promise<PackFacts> {
  const { now, by } = reader;
  const span = spanOf(focus, now);
  const devices = await store.packDevices(db, focus, reader.seesSuspended);
  const ids = devices.map(({ id }) => id);
  const eventIds = await store.packEvents(db, focus, ids, span);
  const held = await store.heldBack(db, focus, ids, span);
  const notes = await store.notesIn(db, focus, ids, span);
  const tests = await store.lastTests(db, ids, focus.at);
  const changes = await store.changesSince(db, focus, ids, span.from);
  const refused = await store.refusedFrames(db, ids, span);
  const settings: DeviceSettings[] = [];
  for (const device of devices) {
    const inForce = await store.settingsAt(db, device.id, focus.at);
    const later = changes.filter((row) => row.device_id === device.id && row.at > focus.at);
    settings.push({
      device,
      atAlarm: settingsThen(inForce, later),
      atPresent: await store.settingsAt(db, device.id, now),
    });
  }
  const lists = { events: eventIds, held_back: held, notes, proof_tests: tests, changes, refused_frames: refused };
  return {
    focus,
    devices,
    span,
    now,
    by,
    events: await notificationsById(db, eventIds.slice(0, maxPackRows)),
    story: await storyOf(focus.id),
    escalation: await escalationOf(focus.id),
    held: held.slice(0, maxPackRows),
    notes: notes.slice(0, maxPackRows),
    tests: tests.slice(0, maxPackRows),
    changes: changes.slice(0, maxPackRows),
    settings,
    clocks: await clocksOf(history, devices, [span.from, focus.at, span.to]),
    refused: refused.slice(0, maxPackRows),
    drawings: reader.seesDrawings ? await store.drawingsOf(db, focus, ids) : null,
    cut: Object.entries(lists).flatMap(([name, rows]) => (rows.length > maxPackRows ? [name] : [])),
  };
}
