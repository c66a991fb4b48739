import type { Schema } from '@tocsin/contract/schemas';
import { describe, expect, it } from 'vitest';
import { alarmDateText, currentOf, errorLines, stampText } from './model.ts';

const at = Date.UTC(2026, 10, 20, 20, 5, 9) / 1000;

describe('times', () => {
  // spec: visual-dashboard 9 schema timestamps shown as DD/MM/YYYY HH:mm:ss
  it('of a schema are DD/MM/YYYY HH:mm:ss in the zone of the site', () => {
    expect(stampText(at, 'America/Chicago')).toBe('20/11/2026 14:05:09');
    expect(stampText(at, 'Asia/Kolkata')).toBe('21/11/2026 01:35:09');
  });

  // spec: visual-dashboard 9 alarm dates in machine details: MMM. DD, YYYY hh:mm:ss Z
  it('of an alarm are MMM. DD, YYYY hh:mm:ss Z', () => {
    expect(alarmDateText(at, 'America/Chicago')).toBe('Nov. 20, 2026 02:05:09 -06:00');
    expect(alarmDateText(at, 'Asia/Kolkata')).toBe('Nov. 21, 2026 01:35:09 +05:30');
  });
});

describe('a refused save', () => {
  // spec: visual-dashboard 7 a 400 on v2 raises an alert with the field errors using display names
  it('shows the display names of its fields', () => {
    expect(errorLines({ machine_name: ['This field may not be blank.'], non_field_errors: ['Too much.'] })).toEqual([
      'Machine Name: This field may not be blank.',
      'Too much.',
    ]);
  });
});

describe('the current version', () => {
  it('is the last published one, never a draft', () => {
    const schema = (id: number, is_published: boolean, update_dt: number) =>
      ({ id, is_published, update_dt }) as Schema;
    expect(currentOf([schema(1, true, 5), schema(2, true, 9), schema(3, false, 20)])?.id).toBe(2);
    expect(currentOf([schema(3, false, 20)])).toBeUndefined();
  });
});
