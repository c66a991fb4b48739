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

function stand() {
  let draw: (() => void) | null = null;
  const machines = [
    { id: 'leg', sensors: ['1.4.s0', '1.4.s1'], stateSensor: null },
    { id: 'mill', sensors: ['2.4.s0'], stateSensor: null },
  ];
  const board = new PlantStore(machines, (next) => {
    draw = next;
  });
  const told: string[] = [];
  for (const { id } of machines) board.subscribe(id, () => told.push(id));
  const frame = () => {
    const next = draw;
    draw = null;
    next?.();
  };
  return { board, told, frame };
}

describe("the state of a tab's plant", () => {
  it('keeps the recent values of a state sensor: its alarm is drawn like any other', () => {
    let draw = (): void => {};
    const machines = [{ id: 'leg', sensors: ['1.4.s0'], stateSensor: '1.4.s1' }];
    const board = new PlantStore(machines, (next) => {
      draw = next;
    });
    board.take(document('1', 1, [40, 5], 1));
    draw();
    expect(board.standing('leg')).toMatchObject({ state: 'alarm', sensor: '1.4.s1' });
    expect(board.ring('1.4.s1').read().length).toBe(1);
  });

  it('processes messages once per animation frame, the newest of each device', () => {
    const { board, told, frame } = stand();
    board.take(document('1', 1, [40, 41]));
    board.take(document('1', 2, [43, 41]));
    expect(board.standing('leg').state).toBe('no_info');
    frame();
    expect(told).toEqual(['leg']);
    expect(board.standing('leg')).toMatchObject({ state: 'ok', value: '43.0 °C' });
  });

  it('notifies only the machines that a message changes', () => {
    const { board, told, frame } = stand();
    board.take(document('1', 1, [40, 41]));
    board.take(document('2', 1, [20]));
    frame();
    told.length = 0;
    board.take(document('2', 2, [20]));
    board.take(document('1', 2, [40, 99]));
    frame();
    expect(told).toEqual([]);
    board.take(document('1', 3, [40, 99], 1));
    frame();
    expect(told).toEqual(['leg']);
  });

  it('counts states and names what is not normal, worst first', () => {
    const { board, frame } = stand();
    board.take(document('1', 1, [40, 84], 1));
    frame();
    expect(board.counts()).toMatchObject({ alarm: 1, no_info: 1, ok: 0 });
    expect(board.notNormal()).toEqual(['leg', 'mill']);
  });

  it('lists the machines in alarm with the deciding sensor, until it is only a warning', () => {
    const { board, frame } = stand();
    board.take(document('2', 1, [20], 0));
    frame();
    const before = board.alarmed();
    expect(before).toEqual([{ id: 'mill', sensor: '2.4.s0' }]);
    board.take(document('2', 2, [21], 0));
    frame();
    expect(board.alarmed()).toBe(before);
    board.take(document('2', 3, [21], 0, 'WARNING'));
    frame();
    expect(board.alarmed()).toEqual([]);
    board.take(document('1', 4, [40, 99], 1));
    frame();
    board.take(document('1', 5, [99, 41], 0));
    frame();
    expect(board.alarmed()).toEqual([{ id: 'leg', sensor: '1.4.s0' }]);
  });

  it('drops a device that the server no longer sends, with its curve', () => {
    const { board, told, frame } = stand();
    board.take(document('1', 1, [40, 84], 1));
    board.take(document('2', 1, [20]));
    frame();
    told.length = 0;
    board.take({ ...document('1', 1, []), groups: [], frame_at: null, received_at: null });
    frame();
    expect(told).toEqual(['leg']);
    expect(board.standing('leg')).toMatchObject({ state: 'no_info', raised: [], value: '' });
    expect(board.heard('1.4.s0')).toBeUndefined();
    expect(board.ring('1.4.s0').read().length).toBe(0);
    expect(board.ring('2.4.s0').read().length).toBe(1);
    expect(board.alarmed()).toEqual([]);
  });

  it('stores the last minutes of bound sensors only', () => {
    const { board, frame } = stand();
    for (let i = 0; i < 5; i++) {
      board.take(document('1', i * 5_000 + 1, [40 + i, 41, 42]));
      frame();
    }
    expect(board.ring('1.4.s0').read().length).toBe(5);
    expect(board.ring('1.4.s2').read().length).toBe(0);
  });

  it('puts earlier points before those received, and draws them', () => {
    const { board, frame } = stand();
    let drawn = 0;
    board.subscribeWhole(() => {
      drawn += 1;
    });
    board.take(document('1', 60_000, [44, 41]));
    frame();
    expect(drawn).toBe(1);
    board.fillRing('1.4.s0', [
      [10_000, 40, 0],
      [20_000, 42, 0],
      [60_000, 44, 0],
    ]);
    frame();
    expect(drawn).toBe(2);
    const { times, values, length } = board.ring('1.4.s0').read();
    expect([...times.slice(0, length)]).toEqual([10_000, 20_000, 60_000]);
    expect([...values.slice(0, length)]).toEqual([40, 42, 44]);
  });

  it('ignores messages that are not documents', () => {
    const { board, frame } = stand();
    board.take('hello');
    board.take(null);
    frame();
    expect(board.newestAt()).toBeNull();
  });
});
