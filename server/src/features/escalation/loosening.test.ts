import type { PolicyValues } from '@tocsin/contract/escalation';
import { expect, it } from 'vitest';
import { loosens } from './loosening.ts';

const ann = { kind: 'person', id: 1 } as const;
const ben = { kind: 'person', id: 2 } as const;
const policy = (overrides: Partial<PolicyValues> = {}): PolicyValues => ({
  title: 'Nights',
  event_types: ['alarm_on'],
  least_priority: 'medium',
  devices: [1, 2],
  steps: [{ after_minutes: 5, everybody: true, targets: [ann] }],
  repeats: 1,
  repeat_after_minutes: 10,
  goes_on_after_clearing: true,
  ...overrides,
});

it('is looser when it notifies later, fewer people, less often, or about less', () => {
  for (const looser of [
    { event_types: ['warning_on' as const] },
    { least_priority: 'high' as const },
    { devices: [1] },
    { steps: [{ after_minutes: 6, everybody: true, targets: [ann] }] },
    { steps: [{ after_minutes: 5, everybody: false, targets: [ann] }] },
    { steps: [{ after_minutes: 5, everybody: true, targets: [ben] }] },
    { repeats: 0 },
    { repeat_after_minutes: 11 },
    { goes_on_after_clearing: false },
  ])
    expect(loosens(policy(), policy(looser)), JSON.stringify(looser)).toBe(true);
  expect(loosens(policy({ devices: null }), policy())).toBe(true);
});

it('is not looser when it stays, is renamed, or covers more', () => {
  for (const stricter of [
    {},
    { title: 'Days' },
    { event_types: ['alarm_on' as const, 'warning_on' as const] },
    { least_priority: 'low' as const },
    { devices: null },
    { steps: [{ after_minutes: 0, everybody: true, targets: [ben, ann] }] },
    { repeats: 2 },
  ])
    expect(loosens(policy(), policy(stricter)), JSON.stringify(stricter)).toBe(false);
});
