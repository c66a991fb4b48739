import type { LiveSensor } from '@tocsin/contract/live';
import { describe, expect, it } from 'vitest';
import { countStates, machineStatusOf, type SensorState } from './machine-status.ts';

const sensor = (more: Partial<LiveSensor> = {}): LiveSensor => ({
  Id: '4000',
  Name: 'Head bearing',
  Type: 'NUMERIC',
  Value: 41.5,
  Status: 'OK',
  Alarm: false,
  Meta: { State: 'OK', Units: 'C' },
  At: 1,
  Since: null,
  ...more,
});
const system = (State: string) => sensor({ Type: 'ENUM', Name: 'System state', Meta: { State, Units: '' } });
const plant = (sensors: Readonly<Record<string, LiveSensor>>, online = true) => {
  const readings = new Map<string, SensorState>(
    Object.entries(sensors).map(([path, one]) => [path, { path, sensor: one, online }]),
  );
  const machine = { id: 'm', sensors: ['a', 'b', 'c'], stateSensor: 'state' };
  return machineStatusOf(machine, (path) => readings.get(path));
};
const hot = sensor({ Alarm: true, Value: 84.2, Since: 5 });
const warm = sensor({ Status: 'WARNING', Value: 71 });

describe('a machine', () => {
  // spec: visual-dashboard 4 machine display state: alarm, else warning, else ok if any live data exists, else no info
  it('is in alarm when any sensor is, whatever the others are', () => {
    expect(plant({ a: warm, b: sensor(), c: hot })).toMatchObject({ state: 'alarm', value: '84.2 °C', since: 5 });
  });

  it('is in alarm when its state sensor is: a machine stopped by a fault is not merely stopped', () => {
    const fault = { ...system('Stopped: persistent alarm'), Alarm: true, Since: 7 };
    expect(plant({ a: sensor(), state: fault })).toMatchObject({ state: 'alarm', sensor: 'state', since: 7 });
    expect(plant({ a: hot, state: fault })).toMatchObject({ state: 'alarm', sensor: 'a', blinks: false });
    expect(plant({ state: system('Running') }).state).toBe('no_info');
  });

  it('is in warning when none is in alarm and one is in warning', () => {
    expect(plant({ a: sensor(), b: warm })).toMatchObject({ state: 'warning', value: '71.0 °C', sensor: 'b' });
  });

  it('is OK when any live data exists, and shows the first value', () => {
    expect(plant({ b: sensor() })).toMatchObject({ state: 'ok', value: '41.5 °C', sensor: 'b' });
  });

  it('has no info when there is no data, its sensors are disabled or not scanned, or its device is offline', () => {
    expect(plant({}).state).toBe('no_info');
    expect(plant({ a: sensor({ Value: null }) }).state).toBe('no_info');
    expect(plant({ a: sensor({ Status: 'Disabled' }), b: sensor({ Status: 'Not Scanned' }) }).state).toBe('no_info');
    expect(plant({ a: sensor() }, false).state).toBe('no_info');
  });

  it('keeps an alarm as last known while its device is offline', () => {
    expect(plant({ a: hot }, false).state).toBe('alarm');
  });

  it('says which of its sensors is shelved or out of service first, and keeps its true state', () => {
    const held = { kind: 'shelved', until: 9, by: 'Pat', reason: '' } as const;
    const states = new Map<string, SensorState>([
      ['a', { path: 'a', sensor: hot, online: true }],
      ['b', { path: 'b', sensor: sensor(), online: true, held }],
      ['c', { path: 'c', sensor: sensor(), online: true, held: { ...held, kind: 'out_of_service' } }],
    ]);
    const status = machineStatusOf({ id: 'm', sensors: ['a', 'b', 'c'], stateSensor: null }, (path) =>
      states.get(path),
    );
    expect(status).toMatchObject({ state: 'alarm', held: { ...held, name: 'Head bearing', more: 1 } });
    expect(plant({ a: hot }).held).toBeNull();
  });

  it('shows a contact as a word', () => {
    const contact = sensor({ Type: 'BOOL', Value: 1, Meta: { State: 'Contact Closed', Units: '' } });
    expect(plant({ a: contact }).value).toBe('Closed');
  });
});

describe('blinking and greying', () => {
  // spec: visual-dashboard 4 the machine blinks when not ok and the system state sensor is Running
  it('blinks in alarm and warning while it runs, and is steady when stopped or without a state sensor', () => {
    expect(plant({ a: hot, state: system('Running') })).toMatchObject({ state: 'alarm', blinks: true });
    expect(plant({ a: warm, state: system('Running') }).blinks).toBe(true);
    expect(plant({ a: hot, state: system('Stopped') }).blinks).toBe(false);
    expect(plant({ a: hot }).blinks).toBe(false);
    expect(plant({ state: system('Running') }).blinks).toBe(false);
    expect(plant({ a: sensor(), state: system('Running') }).blinks).toBe(false);
  });

  // spec: visual-dashboard 4 it is grey when ok or no info and the system state is Stopped
  it('is grey when stopped while ok or without info, never in alarm', () => {
    expect(plant({ a: sensor(), state: system('Stopped') }).state).toBe('stopped');
    expect(plant({ state: system('Stopped') }).state).toBe('stopped');
    expect(plant({ a: hot, state: system('Stopped') }).state).toBe('alarm');
  });

  it('accepts a contact as state sensor', () => {
    const contact = (Value: number) => sensor({ Type: 'BOOL', Value, Meta: { State: '', Units: '' } });
    expect(plant({ a: hot, state: contact(1) }).blinks).toBe(true);
    expect(plant({ a: sensor(), state: contact(0) }).state).toBe('stopped');
  });
});

describe('the counts', () => {
  it('count each machine once, and not among the OK ones where a sensor is held back', () => {
    const held = { kind: 'shelved', until: 1, by: '', reason: '', name: 'Knee pulley 2', more: 0 } as const;
    const shelved = { ...plant({ a: sensor() }), held };
    expect(countStates([plant({ a: hot }), plant({ a: sensor() }), shelved, plant({})])).toEqual({
      alarm: 1,
      warning: 0,
      no_info: 1,
      stopped: 0,
      ok: 1,
      held: 1,
      reading: 0,
    });
  });
});
