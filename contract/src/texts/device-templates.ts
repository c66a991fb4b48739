import { counted, defineTexts, plural } from './define-texts.ts';

const devices = (count: number): string => counted(count, { one: 'device', other: 'devices' });

/** Texts about device types and the templates that their devices follow. */
export const texts = defineTexts('device-templates', {
  title: 'Device types',
  about:
    'A device follows while all its settings are those of its type, and differs where it has one of its own, which a roll-out leaves as it is.',
  owners: { shipped: 'It comes with Tocsin.', operator: 'It is for everybody.', client: 'It is of this client.' },
  entries: { push: 'Its devices send their data.', modbus: 'Its devices are read over Modbus.' },
  used: (count: number, sites: number): string =>
    `Used by ${devices(count)} at ${counted(sites, { one: 'site', other: 'sites' })}`,
  shipped:
    'Types that come with Tocsin have no template: each device keeps its own settings. Copy them from one to another.',
  add: 'Type of a new device',
  unused: 'No device uses it yet.',
  import: 'Import',
  imported: 'The device type is imported',
  file: 'Export',
  brings: 'What a new one brings along',
  bringsAbout: 'Names, pictures, units, priorities, usual rules and texts. Each site may differ where it must.',
  version: (n: number, from: string, by: string): string => `Version ${n}, taken from ${from} by ${by}`,
  none: 'No template yet',
  noneAbout: 'Set one device up as all are to be, then take its settings as the template.',
  groups: (n: number): string => plural(n, { one: 'group', other: 'groups' }),
  sensors: (n: number): string => plural(n, { one: 'sensor', other: 'sensors' }),
  rules: (n: number): string => plural(n, { one: 'usual rule', other: 'usual rules' }),
  texts: (n: number): string => plural(n, { one: 'text', other: 'texts' }),
  sensor: 'Sensor',
  unit: 'Unit',
  priority: 'Priority',
  rule: 'Usual rule',
  todo: 'What to do',
  noRule: 'none',
  take: (version: number): string => `Take as version ${version}`,
  takeFrom: 'Device whose settings become the template',
  taken: (version: number): string => `Version ${version} is in force. No device has changed.`,
  outdated: 'Somebody stored another version meanwhile. Look at it first.',
  notAnnounced: 'This device has not reported its sensors yet.',
  wrongType: 'This device is of another type.',
  follow: (n: number): string => counted(n, { one: 'follows', other: 'follow' }),
  differ: (n: number): string => counted(n, { one: 'differs', other: 'differ' }),
  behind: (n: number): string => `${n} not on this version`,
  differs: (n: number): string => counted(n, { one: 'setting of its own', other: 'settings of its own' }),
  differsIn: (what: string, here: string, type: string): string => `differs in ${what}: ${here}, type ${type}`,
  named: (type: string, code: string): string => `${type} (${code})`,
  ownHeads: { old: 'Template', new: 'Here' },
  unknown: 'There is no such device type.',
  onVersion: (n: number): string => `version ${n}`,
  neverTaken: 'not rolled out yet',
  rollOut: (version: number): string => `Roll out version ${version}`,
  rollOutAbout: 'What differs on a device stays its own. Nothing changes before you have looked.',
  look: (n: number): string => `Look at the ${n} and roll out`,
  tried: (days: number, after: number, before: number | null): string =>
    `${counted(after, { one: 'warning', other: 'warnings' })} in the last ${days} days${before === null ? '' : `, so far ${before}`}`,
  triedEmpty: (days: number): string => `no readings in the last ${days} days`,
  withOpen: 'Also where a changing rule has an open warning',
  oneFirst: 'One first',
  doIt: (n: number): string => `Roll out to ${devices(n)}`,
  done: (changed: number, proposed: number): string =>
    proposed === 0
      ? `Rolled out to ${devices(changed)}`
      : `Rolled out to ${devices(changed)}; the rules of ${devices(proposed)} wait for approval`,
  undo: 'Undo',
  undoable: (by: string, n: number): string => `${by} rolled it out to ${devices(n)}. It can be undone for 24 hours.`,
  undone: 'The roll-out is undone.',
  late: 'A roll-out can be undone for 24 hours.',
  waits: 'A change of its rules waits for approval.',
  inWalk: 'A walk test is running.',
  openWarning: 'A rule that would change has an open warning.',
  cannot: (titles: string): string => `These devices cannot get the template: ${titles}`,
  anotherDifference: 'The settings have changed since. Look at the difference again.',
});
