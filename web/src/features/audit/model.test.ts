import { describe, expect, it } from 'vitest';
import { changesOf, inZone, valueText, whatText } from './model.ts';

describe('a change', () => {
  it('is listed field by field', () => {
    expect(
      changesOf({ old: { title: 'Leg 1', is_suspended: false }, new: { title: 'Leg 2', is_suspended: true } }),
    ).toEqual([
      { field: 'title', before: 'Leg 1', after: 'Leg 2' },
      { field: 'is suspended', before: 'no', after: 'yes' },
    ]);
  });
  it('leaves out empty fields of a created object', () => {
    const created = { title: 'Leg 1', mobile: '', udf_id: null, location_access: [], number: 0, is_active: false };
    expect(changesOf({ old: null, new: created }).map((change) => change.field)).toEqual([
      'title',
      'number',
      'is active',
    ]);
    expect(changesOf({ old: { mobile: '1' }, new: { mobile: '' } })).toHaveLength(1);
  });
  it('has no old values for a created object and no new ones for a removed object', () => {
    expect(changesOf({ old: null, new: { title: 'Leg 1' } })).toEqual([
      { field: 'title', before: null, after: 'Leg 1' },
    ]);
    expect(changesOf({ old: { title: 'Leg 1' }, new: null })).toEqual([
      { field: 'title', before: 'Leg 1', after: null },
    ]);
    expect(changesOf({ old: null, new: null })).toEqual([]);
  });
});

it('formats nested values as words', () => {
  const access = [
    { siteId: 1, has_access: true, permission: 'Engineer' },
    { siteId: 2, has_access: false, permission: null },
  ];
  expect(valueText(access)).toBe('site id 1, has access yes, permission Engineer; site id 2, has access no');
  expect(valueText({ kind: 'value', only_while: null })).toBe('kind value');
  expect(valueText({})).toBe('nothing');
});

it('shows only the nested fields of a changed object that differ', () => {
  const before = { conditions: { deadband: 1, window: { seconds: 60, min: 3 } }, tags: ['a'] };
  const after = { conditions: { deadband: 1, window: { seconds: 90, min: 3 } }, tags: ['a', 'b'] };
  expect(changesOf({ old: before, new: after })).toEqual([
    { field: 'conditions, window, seconds', before: '60', after: '90' },
    { field: 'tags', before: 'a', after: 'a, b' },
  ]);
});

it('formats values for people and shortens long ones', () => {
  expect(valueText('')).toBe('nothing');
  expect(valueText(null)).toBe('nothing');
  expect(valueText(4.5)).toBe('4.5');
  expect(valueText(['a', 1])).toBe('a, 1');
  expect(valueText([])).toBe('nothing');
  expect(valueText('x'.repeat(500))).toHaveLength(123);
});

it('names an object by its name, else by its id', () => {
  expect(whatText({ subject: 'site', subject_id: '7', subject_name: 'Hutchinson' })).toBe('site Hutchinson');
  expect(whatText({ subject: 'session', subject_id: '7', subject_name: '' })).toBe('session 7');
});

it('sends days in the zone of the displayed times, also a day of 23 hours', () => {
  expect(inZone({ date_from: '2026-03-08', date_to: '2026-03-08', subject: 'site' }, 'America/Chicago')).toEqual({
    date_from: '2026-03-08T06:00:00.000Z',
    date_to: '2026-03-09T04:59:59.999Z',
    subject: 'site',
  });
  expect(inZone({ date_to: '2026-12-31' }, 'UTC')).toEqual({ date_to: '2026-12-31T23:59:59.999Z' });
  expect(inZone({ search: 'x' }, 'UTC')).toEqual({ search: 'x' });
});
