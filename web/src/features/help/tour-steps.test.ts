import { expect, test } from 'vitest';
import type { Me } from '../../domain/plant.ts';
import { tourSteps } from './tour-steps.ts';

const someone = (over: object): Me =>
  ({
    is_staff: false,
    is_accounts_management: false,
    visual_dashboard_enabled: true,
    locations_roles: {},
    current_device: null,
    ...over,
  }) as unknown as Me;
const keys = (me: Me): readonly string[] => tourSteps(me).map(({ key }) => key);

test('people without edit access see only steps they can use', () => {
  expect(keys(someone({ locations_roles: { 1: 'User' } }))).toEqual(['where', 'age', 'graphs', 'bell', 'help']);
});

test('an engineer of any site sees the editor, unless they have no access to the visual dashboard', () => {
  expect(keys(someone({ locations_roles: { 1: 'User', 2: 'Engineer' } }))).toContain('plant');
  const without = { locations_roles: { 2: 'Engineer' }, visual_dashboard_enabled: false };
  expect(keys(someone(without))).not.toContain('plant');
});

test('administrators see the administration steps', () => {
  for (const who of [{ is_staff: true }, { is_accounts_management: true }, { locations_roles: { 1: 'Manager' } }])
    expect(keys(someone(who))).toEqual(['where', 'age', 'graphs', 'bell', 'sites', 'plant', 'help']);
});

test('the age is explained at a value if a device is selected', () => {
  const age = (me: Me) => tourSteps(me).find(({ key }) => key === 'age');
  expect(age(someone({}))?.to).toBeUndefined();
  expect(age(someone({ current_device: { id: 1 } }))?.to).toBe('/dashboard');
});
