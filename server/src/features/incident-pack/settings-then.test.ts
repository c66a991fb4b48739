import { expect, it } from 'vitest';
import { settingsThen } from './settings-then.ts';
import type { ChangeRow, Settings } from './store.ts';

const settings: Settings = {
  warning_rules: [{ id: 1 }],
  scales: [],
  names: { '4.1': 'Head left', '4.2': 'New' },
  images: { '4.1': 3 },
  responses: { '4.1': { priority: 1, what_to_do: 'Stop' } },
};
const change = (action: string, old: Record<string, unknown>): ChangeRow => ({
  device_id: 1,
  at: 0,
  by: 'Ann',
  action,
  name: 'Leg 1',
  old,
  new: null,
});

it('turns names, images and responses back, the newest change first', () => {
  const before = settingsThen(settings, [
    change('change sensor names', { '4.1': 'First name', '4.2': '' }),
    change('change sensor names', { '4.1': 'Second name' }),
    change('change sensor images', { '4.1': null }),
    change('change responses', { '4.1': { priority: null, what_to_do: 'Look' } }),
    change('change warnings', { warnings: [] }),
  ]);
  expect(before).toEqual({
    warning_rules: [{ id: 1 }],
    scales: [],
    names: { '4.1': 'First name' },
    images: {},
    responses: { '4.1': { what_to_do: 'Look' } },
  });
  expect(settings.names).toEqual({ '4.1': 'Head left', '4.2': 'New' });
});

it('leaves settings without later changes as they are', () => {
  expect(settingsThen(settings, [])).toEqual(settings);
});
