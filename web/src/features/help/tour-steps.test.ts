import { expect, test } from 'vitest';
import type { Me } from '../../domain/me.ts';
import { tourSteps } from './tour-steps.ts';

interface Rights {
  readonly own?: readonly string[];
  readonly ofClient?: readonly string[];
}
const someone = ({ own = [], ofClient = ['client.see', 'client.schemas'] }: Rights, over: object = {}): Me =>
  ({
    permissions: ['person', ...own],
    current_client: { permissions: ofClient },
    current_location: null,
    current_device: null,
    ...over,
  }) as unknown as Me;
const keys = (me: Me): readonly string[] => tourSteps(me).map(({ key }) => key);

test('people without edit access see only steps they can use', () => {
  expect(keys(someone({}))).toEqual(['where', 'age', 'graphs', 'bell', 'reach', 'protection', 'help']);
});

test('an engineer of any site sees the editor, unless they have no access to the visual dashboard', () => {
  expect(keys(someone({ own: ['users.add'] }))).toEqual([
    'where',
    'age',
    'graphs',
    'bell',
    'reach',
    'protection',
    'plant',
    'help',
  ]);
  expect(keys(someone({ own: ['users.add'], ofClient: ['client.see'] }))).not.toContain('plant');
});

test('administrators see the administration steps', () => {
  const staff = someone({ own: ['staff', 'users.add'], ofClient: [] });
  const manager = someone({ own: ['users.add'], ofClient: ['client.see', 'client.schemas', 'site.add'] });
  for (const who of [staff, manager])
    expect(keys(who)).toEqual(['where', 'age', 'graphs', 'bell', 'reach', 'protection', 'sites', 'plant', 'help']);
});

test('the age is explained at a value if a device is selected', () => {
  const age = (me: Me) => tourSteps(me).find(({ key }) => key === 'age');
  expect(age(someone({}))?.to).toBeUndefined();
  expect(age(someone({}, { current_device: { id: 1 } }))?.to).toBe('/dashboard');
});
