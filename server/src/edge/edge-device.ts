import { EdgeItem } from '@tocsin/contract/edge-exchange';
import { DeviceId } from '@tocsin/contract/ids';
import { z } from 'zod';
import { decodeBirth } from '../pipeline/1-receive/json/decode-birth.ts';
import { noteKey } from '../pipeline/2-track/dedupe-window.ts';
import { type DeviceState, newDeviceState } from '../pipeline/2-track/device-state.ts';
import { fromRow, toRow } from '../pipeline/2-track/device-state-row.ts';
import { textIndex } from '../pipeline/2-track/text-table.ts';
import { trackBirth, trackDeath } from '../pipeline/2-track/track.ts';
import type { AcceptedFrame, IndexedLayout } from '../pipeline/types.ts';
import { floatsOf } from './floats.ts';

/** A device at the edge: its tracked state, and what frames have said of each sensor so far. */
export interface EdgeDevice {
  readonly id: DeviceId;
  state: DeviceState;
  /** Bits SENT, ALARM_SENT, STATUS_SENT and STATE_SENT of each sensor of the layout. */
  known: Uint8Array;
  /** The item of its newest birth. */
  birth: string | null;
}

export const newEdgeDevice = (id: DeviceId): EdgeDevice => ({
  id,
  state: newDeviceState(id),
  known: new Uint8Array(0),
  birth: null,
});

/** Layouts are distinguished by their hash; their ids only have to differ within a device. */
export const nextLayoutId = (device: EdgeDevice) => (): number => device.state.layoutIds.size + 1;

/** Nothing is refused for its time at the edge: the portal decides. */
export const trackedAt = (now: number) => ({ now, retentionMs: Number.POSITIVE_INFINITY });

/** What is known of each sensor, carried over to another layout by the sensors' paths. */
export function carryKnown(known: Uint8Array, before: IndexedLayout | null, after: IndexedLayout): Uint8Array {
  if (before?.hash === after.hash) return known;
  return Uint8Array.from(after.paths, (path) => {
    const from = before?.byPath.get(path);
    return from === undefined ? 0 : (known[from] ?? 0);
  });
}

const Saved = z.object({
  devices: z.array(
    z.object({
      id: DeviceId,
      known: z.string(),
      birth: z.string().nullable(),
      layoutId: z.number().nullable(),
      online: z.boolean(),
      texts: z.array(z.string()),
      state: z.string(),
      layout: z.unknown(),
      layoutIds: z.array(z.tuple([z.string(), z.number()])),
    }),
  ),
});

/** The state of all devices as the text that a segment begins with. */
export function checkpointOf(devices: Iterable<EdgeDevice>): string {
  const saved: z.input<typeof Saved> = { devices: [] };
  for (const { id, state, known, birth } of devices) {
    const { layoutId, online, texts, state: text } = toRow(state, '');
    const { layout } = state;
    saved.devices.push({
      id,
      known: Buffer.from(known).toString('base64'),
      birth,
      layoutId,
      online,
      texts: [...texts],
      state: text,
      layout: layout && { hash: layout.hash, groups: layout.groups, sensors: layout.sensors },
      layoutIds: [...state.layoutIds],
    });
  }
  return JSON.stringify(saved);
}

/** The newest births of a checkpoint's devices. */
export const birthsOf = (checkpoint: string): string[] =>
  checkpoint === 'damaged' ? [] : Saved.parse(JSON.parse(checkpoint)).devices.flatMap(({ birth }) => birth ?? []);

/** The devices as a segment's checkpoint and the records after it tell them; damaged records are skipped. */
export function restoreDevices(checkpoint: string, records: readonly string[]): Map<DeviceId, EdgeDevice> {
  const devices = new Map<DeviceId, EdgeDevice>();
  if (checkpoint !== 'damaged') {
    for (const saved of Saved.parse(JSON.parse(checkpoint)).devices) devices.set(saved.id, deviceOf(saved));
  }
  for (const text of records) {
    const item = text === 'damaged' ? null : EdgeItem.parse(JSON.parse(text));
    if (!item || item.k === 'gap') continue;
    const id = DeviceId.parse(item.d);
    const device = devices.get(id) ?? newEdgeDevice(id);
    devices.set(id, device);
    replay(device, item);
    if (item.k === 'birth') device.birth = text;
  }
  return devices;
}

function deviceOf(saved: z.output<typeof Saved>['devices'][number]): EdgeDevice {
  const { id, layoutId, online, texts, state } = saved;
  const row = { deviceId: id, layoutId, newestTs: null, receivedAt: null, online, texts, state };
  // Written by checkpointOf.
  const layout = saved.layout as Omit<IndexedLayout, 'layoutId'> | null;
  const { deviceState } = fromRow({
    row,
    layout: layout && { ...layout, layoutId: layoutId ?? 0 },
    layoutIds: new Map(saved.layoutIds),
  });
  const known = new Uint8Array(Buffer.from(saved.known, 'base64'));
  return { id, state: deviceState, known, birth: saved.birth };
}

function replay(device: EdgeDevice, item: Exclude<EdgeItem, { k: 'gap' }>): void {
  const { state } = device;
  switch (item.k) {
    case 'birth': {
      const before = state.layout;
      trackBirth(state, decodeBirth(item.birth), item.session, nextLayoutId(device), trackedAt(item.at));
      if (state.layout) device.known = carryKnown(device.known, before, state.layout);
      return;
    }
    case 'death':
      trackDeath(
        state,
        { ts: item.ts, diedAt: item.died_at, will: item.will ? item.session : null },
        trackedAt(item.at),
      );
      return;
    case 'frame': {
      const boot = item.boot ?? state.boot ?? 0;
      const seq = item.seq ?? 0;
      noteKey(state.recent, { deviceTs: item.ts, boot, seq, content: item.content });
      if (item.known === null || item.hash !== state.layout?.hash) return;
      device.known = new Uint8Array(Buffer.from(item.known, 'base64'));
      const values = floatsOf(item.values);
      const textsAt = (texts: readonly (readonly [number, string])[]) => {
        const indexes = new Uint16Array(values.length);
        for (const [index, text] of texts) indexes[index] = textIndex(state.texts, text);
        return indexes;
      };
      const accepted: Pick<AcceptedFrame, 'values' | 'flags' | 'status' | 'state'> = {
        values,
        flags: new Uint8Array(Buffer.from(item.flags, 'base64')),
        status: textsAt(item.status),
        state: textsAt(item.state),
      };
      state.known = accepted;
      state.newest = { ts: item.ts + state.clock.appliedMs, deviceTs: item.ts, boot, seq, receivedAt: item.at };
      return;
    }
    default:
      item satisfies never;
  }
}
