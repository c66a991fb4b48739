import { describe, expect, it } from 'vitest';
import { movedOrder, troubleOf } from './tab-trouble.ts';

describe('machines of a tab in alarm and warning', () => {
  // spec: visual-dashboard 4 machine and schema lists take only notifications for their own devices and sensors
  it('counts each machine once, by the worst that its own sensors have', () => {
    const row = (
      full_sensor_id: string | null,
      event_type: 'alarm_on' | 'warning_on' | 'alarm_off',
      is_active = true,
    ) => ({
      full_sensor_id,
      event_type,
      is_active,
    });
    const rows = [
      row('1.4.1', 'alarm_on'),
      row('1.4.2', 'warning_on'),
      row('1.4.1', 'alarm_on', false),
      row('1.4.1', 'warning_on'),
      row('1.4.3', 'alarm_on'),
      row('9.4.1', 'alarm_on'),
      row(null, 'alarm_on'),
      row('1.4.1', 'alarm_off'),
    ];
    const machines = [['1.4.1', '1.4.3'], ['1.4.2', '1.5.1'], ['1.5.2']];
    expect(troubleOf(machines, rows)).toEqual({ alarm: 1, warning: 1 });
  });
});

describe('moving a tab', () => {
  it('swaps with its neighbour and stops at the ends', () => {
    expect(movedOrder([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
    expect(movedOrder([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
    expect(movedOrder([1, 2, 3], 1, -1)).toBeNull();
    expect(movedOrder([1, 2, 3], 9, 1)).toBeNull();
  });
});
