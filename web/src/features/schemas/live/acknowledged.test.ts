import { describe, expect, it } from 'vitest';
import { acknowledgedSensors, isStill } from './acknowledged.ts';

const by = { by: 'Pat', at: '2026-11-22T05:00:00.000Z', comment: '' };
type Row = Parameters<typeof acknowledgedSensors>[0][number];
const row = (
  full_sensor_id: string | null,
  isAcknowledged: boolean,
  event_type: Row['event_type'] = 'alarm_on',
): Row => ({
  full_sensor_id,
  event_type,
  acknowledged: isAcknowledged ? by : null,
});
const machine = (...raised: readonly string[]) => ({ raised });
const isStillWith = (rows: readonly Row[], ...raised: readonly string[]): boolean =>
  isStill(machine(...raised), new Set(acknowledgedSensors(rows)));

describe('a machine does not blink', () => {
  it('if everything active on it is acknowledged, not just some of it', () => {
    expect(isStillWith([row('1.4.1', true), row('1.4.2', false)], '1.4.1', '1.4.2')).toBe(false);
    expect(isStillWith([row('1.4.1', true), row('1.4.2', true)], '1.4.1', '1.4.2')).toBe(true);
    const shelved = { ...row('1.4.2', false), is_shelved: true };
    expect(isStillWith([row('1.4.1', true), shelved], '1.4.1', '1.4.2')).toBe(true);
  });

  it("but blinks before its sensor's alarm is in the list, or while a warning is unacknowledged", () => {
    expect(isStillWith([row('1.4.1', true)], '1.4.1', '1.4.2')).toBe(false);
    expect(isStillWith([row('1.4.1', true), row('1.4.2', false, 'warning_on')], '1.4.1', '1.4.2')).toBe(false);
  });

  it('but blinks if its sensor raised an alarm after its warning was acknowledged', () => {
    expect(isStillWith([row('1.4.1', true, 'warning_on'), row('1.4.1', false)], '1.4.1')).toBe(false);
  });

  it('regardless of other events of the device or of sensors that are not active', () => {
    expect(isStillWith([row('1.4.1', true), row(null, false, 'device_offline'), row('1.4.9', false)], '1.4.1')).toBe(
      true,
    );
    expect(isStillWith([row('1.4.1', true)])).toBe(false);
  });
});
