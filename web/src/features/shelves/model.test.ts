import { expect, it } from 'vitest';
import { durationsWithin, durationText, extensionMinutes, limitMinutes } from './model.ts';

const user = { permissions: ['device.see', 'device.open', 'device.shelve'] } as const;
const engineer = { permissions: [...user.permissions, 'device.edit'] } as const;

it("offers durations within the role's limit", () => {
  expect(limitMinutes(undefined)).toBe(480);
  expect(durationsWithin(limitMinutes(user))).toEqual([30, 60, 240, 480]);
  expect(durationsWithin(limitMinutes(engineer)).at(-1)).toBe(1440);
  expect(durationText(480)).toBe('8 h');
});

it('offers extensions that end later, within the limit from the first start', () => {
  const first = Date.UTC(2026, 10, 20, 12);
  const shelf = {
    ...user,
    first_from: new Date(first).toISOString(),
    until: new Date(first + 2 * 3_600_000).toISOString(),
  };
  expect(extensionMinutes(shelf, first + 3_600_000)).toEqual([240]);
  expect(extensionMinutes({ ...shelf, ...engineer }, first + 3_600_000)).toEqual([240, 480]);
});
