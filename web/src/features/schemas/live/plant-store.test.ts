import type { LiveDevice } from '@tocsin/contract/live';
import { describe, expect, it } from 'vitest';
import { PlantStore } from './plant-store.ts';

const document = (
  id: string,
  frame: number,
  values: readonly number[],
  alarm = -1,
  status: 'Alarm' | 'WARNING' = 'Alarm',
): LiveDevice => ({
  Id: id,
  Name: `Device ${id}`,
  Status: 'OK',
  Alarm: alarm >= 0 && status === 'Alarm',
  device: { deviceId: id, udf_id: null, deviceType: '0300', versionInfo: null, is_online: true },
  groups: [
    {
      Id: '4',
      Name: 'Temperature',
      Meta: {},
      sensors: values.map((Value, i) => ({
        Id: `s${i}`,
        Name: `Bearing ${i}`,
        Type: 'NUMERIC',
        Value,
        Status: i === alarm ? status : 'OK',
        Alarm: i === alarm && status === 'Alarm',
        Meta: { State: 'OK', Units: 'C' },
        At: frame,
        Since: i === alarm ? frame : null,
      })),
    },
  ],
  frame_at: frame,
  received_at: frame,
  sent_at: frame,
  stored_until: frame,
  usual_interval: 2_000,
  notices: [],
});

function setUp() {
  let draw: (() => void) | null = null;
  const machines = [
    { id: 'leg', sensors: ['1.4.s0', '1.4.s1'], stateSensor: null },
    { id: 'mill', sensors: ['2.4.s0'], stateSensor: null },
  ];
  const plantStore = new PlantStore(machines, (next) => {
    draw = next;
  });
  const changed: string[] = [];
  for (const { id } of machines) plantStore.subscribeMachine(id, () => changed.push(id));
  const frame = () => {
    const next = draw;
    draw = null;
    next?.();
  };
  return { plantStore, changed, frame };
}

describe("the state of a tab's plant", () => {
  it('keeps the recent values of a state sensor: its alarm is drawn like any other', () => {
    let draw = (): void => {};
    const machines = [{ id: 'leg', sensors: ['1.4.s0'], stateSensor: '1.4.s1' }];
    const plantStore = new PlantStore(machines, (next) => {
      draw = next;
    });
    plantStore.take(document('1', 1, [40, 5], 1));
    draw();
    expect(plantStore.status('leg')).toMatchObject({ state: 'alarm', sensor: '1.4.s1' });
    expect(plantStore.ring('1.4.s1').read().length).toBe(1);
  });

  it('fills the curves with the time before the first document, of sensors of the tab only', () => {
    const { plantStore, frame } = setUp();
    plantStore.take(document('1', 60_000, [84, 41], 0));
    frame();
    plantStore.fillFrom([document('1', 20_000, [70, 41]), document('1', 40_000, [77, 41], 0, 'WARNING')]);
    const { length, times, values, flags } = plantStore.ring('1.4.s0').read();
    expect([length, [...times], [...values], [...flags]]).toEqual([
      3,
      [20_000, 40_000, 60_000],
      [70, 77, 84],
      [0, 2, 1],
    ]);
    plantStore.fillFrom([document('7', 20_000, [70])]);
    expect(plantStore.ring('7.4.s0').read().length).toBe(0);
  });

  it('processes messages once per animation frame, the newest of each device', () => {
    const { plantStore, changed, frame } = setUp();
    plantStore.take(document('1', 1, [40, 41]));
    plantStore.take(document('1', 2, [43, 41]));
    expect(plantStore.status('leg').state).toBe('reading');
    frame();
    expect(changed).toEqual(['leg', 'mill']);
    expect(plantStore.status('leg')).toMatchObject({ state: 'ok', value: '43.0 °C' });
    plantStore.take(document('1', 3, [44, 41]));
    frame();
    expect(changed).toEqual(['leg', 'mill', 'leg']);
  });

  it('is read until the first answer, and what did not answer then has no information', () => {
    const { plantStore, frame } = setUp();
    expect(plantStore.counts()).toMatchObject({ reading: 2, no_info: 0, ok: 0 });
    expect(plantStore.notNormal()).toEqual([]);
    plantStore.settle();
    frame();
    expect(plantStore.counts()).toMatchObject({ reading: 0, no_info: 2 });
  });

  it('notifies only the machines that a message changes', () => {
    const { plantStore, changed, frame } = setUp();
    plantStore.take(document('1', 1, [40, 41]));
    plantStore.take(document('2', 1, [20]));
    frame();
    changed.length = 0;
    plantStore.take(document('2', 2, [20]));
    plantStore.take(document('1', 2, [40, 99]));
    frame();
    expect(changed).toEqual([]);
    plantStore.take(document('1', 3, [40, 99], 1));
    frame();
    expect(changed).toEqual(['leg']);
  });

  it('counts states and names what is not normal, worst first', () => {
    const { plantStore, frame } = setUp();
    plantStore.take(document('1', 1, [40, 84], 1));
    frame();
    expect(plantStore.counts()).toMatchObject({ alarm: 1, no_info: 1, ok: 0 });
    expect(plantStore.notNormal()).toEqual(['leg', 'mill']);
  });

  it('lists the machines in alarm with the deciding sensor, until it is only a warning', () => {
    const { plantStore, frame } = setUp();
    plantStore.take(document('2', 1, [20], 0));
    frame();
    const before = plantStore.alarmed();
    expect(before).toEqual([{ id: 'mill', sensor: '2.4.s0' }]);
    plantStore.take(document('2', 2, [21], 0));
    frame();
    expect(plantStore.alarmed()).toBe(before);
    plantStore.take(document('2', 3, [21], 0, 'WARNING'));
    frame();
    expect(plantStore.alarmed()).toEqual([]);
    plantStore.take(document('1', 4, [40, 99], 1));
    frame();
    plantStore.take(document('1', 5, [99, 41], 0));
    frame();
    expect(plantStore.alarmed()).toEqual([{ id: 'leg', sensor: '1.4.s0' }]);
  });

  it('drops a device that the server no longer sends, with its curve', () => {
    const { plantStore, changed, frame } = setUp();
    plantStore.take(document('1', 1, [40, 84], 1));
    plantStore.take(document('2', 1, [20]));
    frame();
    changed.length = 0;
    plantStore.take({ ...document('1', 1, []), groups: [], frame_at: null, received_at: null });
    frame();
    expect(changed).toEqual(['leg']);
    expect(plantStore.status('leg')).toMatchObject({ state: 'no_info', raised: [], value: '' });
    expect(plantStore.sensors('1.4.s0')).toBeUndefined();
    expect(plantStore.ring('1.4.s0').read().length).toBe(0);
    expect(plantStore.ring('2.4.s0').read().length).toBe(1);
    expect(plantStore.alarmed()).toEqual([]);
  });

  it('stores the last minutes of bound sensors only', () => {
    const { plantStore, frame } = setUp();
    for (let i = 0; i < 5; i++) {
      plantStore.take(document('1', i * 5_000 + 1, [40 + i, 41, 42]));
      frame();
    }
    expect(plantStore.ring('1.4.s0').read().length).toBe(5);
    expect(plantStore.ring('1.4.s2').read().length).toBe(0);
  });

  it('puts earlier points before those received, and draws them', () => {
    const { plantStore, frame } = setUp();
    let drawn = 0;
    plantStore.subscribe(() => {
      drawn += 1;
    });
    plantStore.take(document('1', 60_000, [44, 41]));
    frame();
    expect(drawn).toBe(1);
    plantStore.fillRing('1.4.s0', [
      [10_000, 40, 0],
      [20_000, 42, 0],
      [60_000, 44, 0],
    ]);
    frame();
    expect(drawn).toBe(2);
    const { times, values, length } = plantStore.ring('1.4.s0').read();
    expect([...times.slice(0, length)]).toEqual([10_000, 20_000, 60_000]);
    expect([...values.slice(0, length)]).toEqual([40, 42, 44]);
  });

  it('ignores messages that are not documents', () => {
    const { plantStore, frame } = setUp();
    plantStore.take('hello');
    plantStore.take(null);
    frame();
    expect(plantStore.newestAt()).toBeNull();
  });
});
