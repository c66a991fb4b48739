import { DeviceId } from '@tocsin/contract/ids';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, states } from '../../history/codec/testing/codec-check.ts';
import { indexLayout } from '../fill-frame.ts';
import { lastKeys, noteKey } from './dedupe-window.ts';
import { type DeviceState, newDeviceState } from './device-state.ts';
import { fromRow, toRow } from './device-state-row.ts';

const layoutOf = (sensors: number) =>
  indexLayout({
    layoutId: 3,
    hash: 'h',
    groups: [{ id: '1', name: 'Leg', meta: {} }],
    sensors: Array.from({ length: sensors }, (_, i) => ({
      groupId: '1',
      sensorId: String(i),
      name: `Sensor ${i}`,
      type: 'NUMERIC' as const,
      unit: 'C',
      states: {},
    })),
  });
const restored = (deviceState: DeviceState, change: (state: string) => string = (state) => state) => {
  const row = toRow(deviceState, '');
  const layout = deviceState.layout;
  return fromRow({ row: { ...row, state: change(row.state) }, layout, layoutIds: new Map() }).deviceState;
};
const key = fc.record({
  deviceTs: fc.integer({ min: 0, max: 8.64e15 }),
  boot: fc.oneof(fc.constant(4), fc.maxSafeNat()),
  seq: fc.oneof(fc.constant(0), fc.maxSafeNat()),
  content: fc.integer({ min: 0, max: 0xffff_ffff }),
});

describe('a stored device state', () => {
  it('of an unknown version is refused', () => {
    const deviceState = newDeviceState(DeviceId.parse(7));
    expect(() => restored(deviceState, (state) => state.replace('"v":2', '"v":3'))).toThrow('unknown version');
  });

  it('restores the last values with their marks, bit by bit', () => {
    fc.assert(
      fc.property(states, (known) => {
        const deviceState = { ...newDeviceState(DeviceId.parse(7)), layout: layoutOf(known.values.length), known };
        expect(isSame({ ...restored(deviceState).known, given: known.given }, known)).toBe(true);
      }),
    );
  });

  it('restores the newest 32 frame keys in order', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 150 }), (keys) => {
        const deviceState = newDeviceState(DeviceId.parse(7));
        for (const one of keys) noteKey(deviceState.recent, one);
        expect(lastKeys(restored(deviceState).recent, 32)).toEqual(keys.slice(-32));
      }),
    );
  });

  it('of version 1 is read as before', () => {
    const deviceState = { ...newDeviceState(DeviceId.parse(7)), layout: layoutOf(2) };
    const one = restored(deviceState, (state) => {
      const { known: _known, ...rest } = JSON.parse(state);
      const base64 = (array: Float64Array | Uint8Array | Uint16Array) => Buffer.from(array.buffer).toString('base64');
      return JSON.stringify({
        ...rest,
        v: 1,
        values: base64(Float64Array.of(41.5, Number.NaN)),
        flags: base64(Uint8Array.of(29, 31)),
        status: '',
        states: base64(Uint16Array.of(0, 300)),
        keys: [[1_700_000_000_000, 1, 5, 4_000_000_000]],
      });
    });
    expect(one.known).toEqual({
      values: Float64Array.of(41.5, Number.NaN),
      flags: Uint8Array.of(29, 31),
      status: Uint16Array.of(0, 0),
      state: Uint16Array.of(0, 300),
    });
    expect(lastKeys(one.recent, 9)).toEqual([{ deviceTs: 1_700_000_000_000, boot: 1, seq: 5, content: 4_000_000_000 }]);
  });
});
