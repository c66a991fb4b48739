import type { LiveDevice } from '@tocsin/contract/live';
import { describe, expect, it } from 'vitest';
import { PlantBoard } from './plant-board.ts';

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
  const board = new PlantBoard(machines, (next) => {
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

describe('the board of a tab', () => {
  it('keeps what a state sensor has told lately: its alarm is drawn like any other', () => {
    let draw = (): void => {};
    const machines = [{ id: 'leg', sensors: ['1.4.s0'], stateSensor: '1.4.s1' }];
    const board = new PlantBoard(machines, (next) => {
      draw = next;
    });
    board.take(document('1', 1, [40, 5], 1));
    draw();
    expect(board.standing('leg')).toMatchObject({ state: 'alarm', sensor: '1.4.s1' });
    expect(board.ring('1.4.s1').read().length).toBe(1);
  });

  it('looks at messages once per animation frame, the newest of each device', () => {
    const { board, told, frame } = stand();
    board.take(document('1', 1, [40, 41]));
    board.take(document('1', 2, [43, 41]));
    expect(board.standing('leg').state).toBe('no_info');
    frame();
    expect(told).toEqual(['leg']);
    expect(board.standing('leg')).toMatchObject({ state: 'ok', value: '43.0 °C' });
  });

  it('tells only the machines that a message changes', () => {
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

  it('names the machines in alarm and the sensor that says so, and no longer once it is a warning', () => {
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

  it('keeps the last minutes of bound sensors and no other', () => {
    const { board, frame } = stand();
    for (let i = 0; i < 5; i++) {
      board.take(document('1', i * 5_000 + 1, [40 + i, 41, 42]));
      frame();
    }
    expect(board.ring('1.4.s0').read().length).toBe(5);
    expect(board.ring('1.4.s2').read().length).toBe(0);
  });

  it('begins a curve with what was before it heard of the sensor, and draws it', () => {
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

  it('passes over what is no document', () => {
    const { board, frame } = stand();
    board.take('hello');
    board.take(null);
    frame();
    expect(board.newestAt()).toBeNull();
  });
});
