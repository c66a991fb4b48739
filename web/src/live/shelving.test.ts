import { expect, it } from 'vitest';
import { shelvedUntil } from './shelving.ts';

const shelf = { sensor: null, node: null, rule: null, covers_alarms: false };

it('finds the latest end of what covers a sensor: itself, its node or its device', () => {
  expect(shelvedUntil(undefined, '4.4000')).toBeNull();
  expect(shelvedUntil([{ ...shelf, sensor: '4.4001', until: 9 }], '4.4000')).toBeNull();
  expect(shelvedUntil([{ ...shelf, node: '5', until: 9 }], '4.4000')).toBeNull();
  const covering = [
    { ...shelf, sensor: '4.4000', rule: 7, until: 1 },
    { ...shelf, node: '4', until: 3 },
    { ...shelf, until: 2 },
  ];
  expect(shelvedUntil(covering, '4.4000')).toBe(3);
});
