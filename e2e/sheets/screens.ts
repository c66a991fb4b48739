/** A screen of docs/screens/. `{...}` is replaced by values of the demo's plant (shots.ts). */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Title in the list of screens. */
  readonly about: string;
  /** The selected device; by default the site's first one. */
  readonly device?: string;
  /** Taken signed out. */
  readonly visitor?: true;
  /** Taken only in desktop or wall size. */
  readonly large?: true;
  /** A dialog over a page that has its own screenshots: taken on a desktop and a phone. */
  readonly dialog?: true;
  /** Taken by another program, because the demo has nothing to show. */
  readonly isElsewhere?: true;
  /** Name of an element to click first. */
  readonly click?: string;
  /** Part of a text to wait for, after the click: the demo loses a node for three of twenty minutes. */
  readonly awaits?: string;
}

const schema = '/visual-dashboard/site/{site}/schemas';

const front: readonly Screen[] = [
  { name: 'landing', path: '/', about: 'The first page, with sign-in', visitor: true },
  { name: 'feedback', path: '/feedback', about: 'Feedback, also without an account', visitor: true },
  { name: 'activation', path: '/register/activate/{activation}', about: 'First visit: the terms', visitor: true },
  { name: 'password-reset', path: '/password/reset/key/1-none', about: 'A reset link used twice', visitor: true },
  { name: 'email-confirm', path: '/email/confirm/none', about: 'A confirming link used twice', visitor: true },
  { name: 'wall-link-used', path: '/wall#none', about: 'A wall link used twice', visitor: true },
  { name: 'two-factor-setup', path: '/setup2FA', about: 'Setting a second factor up' },
  { name: 'not-found', path: '/nowhere', about: 'A page that is not there' },
];

const watching: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', device: 'Leg 1', about: 'A bucket elevator, live' },
  {
    name: 'dashboard-f500',
    path: '/dashboard',
    device: 'Feed mill F500',
    awaits: 'Lost communication',
    about: '64 nodes, one of them lost, live',
  },
  {
    name: 'dashboard-f500-udf',
    path: '/dashboard',
    device: 'Pellet line',
    about: 'Nodes in degrees of their own, live',
  },
  { name: 'dashboard-node', path: '/dashboard', device: 'Bin room', about: 'Inputs of an ETH-NODE, live' },
  {
    name: 'dashboard-maintenance',
    path: '/dashboard?maintenance=true',
    device: 'Leg 1',
    about: 'Which sensor to test',
  },
  { name: 'historical', path: '/dashboard/historical', device: 'Leg 1', about: 'Looking for a moment' },
  {
    name: 'snapshot',
    path: '/dashboard/historical/snapshot/{moment}',
    device: 'Leg 1',
    about: 'The dashboard as it was',
  },
  { name: 'graphs', path: '/graphs', device: 'Leg 1', about: 'All sensors on one time axis' },
  { name: 'graphs-f500', path: '/graphs', device: 'Feed mill F500', about: 'Graphs of chosen nodes' },
  { name: 'graph-one', path: '/graphs/4.4000', device: 'Leg 1', about: 'One sensor' },
  { name: 'notifications', path: '/notifications/all', about: 'What stands now, at all sites' },
  { name: 'notifications-log', path: '/notifications/all', click: 'Historical', about: 'The log' },
  {
    name: 'unacknowledged',
    path: '/notifications/all?tab=unacknowledged',
    about: 'What cleared before anybody saw it',
  },
  { name: 'protection', path: '/protection', about: 'What does not protect now' },
  { name: 'protected-hours', path: '/protection?view=hours', about: 'Protected hours of a month' },
  { name: 'device-types', path: '/device-types', about: 'Device types' },
  { name: 'device-type', path: '/device-types?type={type}', about: 'A type with its template' },
  {
    name: 'assign-owner',
    dialog: true,
    path: '/protection',
    click: 'Assign',
    about: 'Who looks after what does not protect',
  },
  {
    name: 'dismiss-suspicion',
    dialog: true,
    path: '/protection',
    click: 'Dismiss...',
    about: 'Dismissing a suspicion',
  },
  {
    name: 'shelve-panel',
    dialog: true,
    path: '/notifications/all',
    click: 'Shelve',
    about: 'Shelving, beside the list',
  },
  { name: 'shelves', path: '/shelves', about: 'What is shelved, and since when' },
  { name: 'out-of-service', path: '/out-of-service', about: 'What is out of service, and until when' },
  { name: 'rounds', path: '/sites/{site}/rounds', about: 'Daily rounds' },
  { name: 'machine', path: '/m/{label}', about: 'What a scanned label opens' },
  { name: 'maintenance-tasks', path: '/maintenance-tasks', about: 'What was handed over to maintenance' },
  { name: 'on-call', path: '/on-call', about: 'Who answers, and who is notified' },
  { name: 'who-is-notified', path: '/who-is-notified', about: 'Who is notified of what, and when' },
  { name: 'policies', path: '/policies', about: 'Escalation policies' },
  { name: 'rotation', dialog: true, path: '/on-call', click: 'Add rotation', about: 'A new rotation' },
  { name: 'override', dialog: true, path: '/on-call', click: 'Fill the gap', about: 'Filling a gap' },
  { name: 'policy', dialog: true, path: '/policies', click: 'Add policy', about: 'A new escalation policy' },
  { name: 'webhooks', path: '/webhooks', about: 'Webhooks of a client' },
  { name: 'handover', path: '/sites/{site}/handover', about: 'Shift handover' },
  {
    name: 'compare',
    path: '/sites/{site}/compare?sensors={device}.4.4000,{device}.4.4001,{device}.4.4004',
    about: 'Sensors of several devices on one chart',
  },
  { name: 'moment', path: '/sites/{site}/moment', about: 'All devices of a site at one moment' },
  { name: 'film', path: '/visual-dashboard/site/{site}/film', about: 'The plant drawing as a film' },
  { name: 'bearings', path: '/dashboard/bearings', device: 'Leg 2', about: 'Bearings by week over ambient' },
  { name: 'alarm-register', path: '/sites/{site}/alarm-register', about: 'Rules, priorities and response texts' },
  { name: 'api-keys', path: '/user/setting/keys', about: 'Keys for programs' },
  { name: 'email-rules', path: '/user/setting/notification', about: 'Who is mailed about what' },
  { name: 'email-rule-add', path: '/user/setting/add/notification', about: 'A new rule' },
  { name: 'analytics', path: '/analytics', device: 'Leg 1', about: 'Where the alarms come from' },
  { name: 'bad-actors', path: '/analytics', device: 'Leg 1', click: 'BAD ACTORS', about: 'What spoils attention' },
  { name: 'plant-list', path: schema, about: "A site's drawings" },
  { name: 'plant-live', path: `${schema}/{schema}/tabs/{tab}`, about: 'The plant as a living drawing' },
  {
    name: 'plant-machine',
    path: `${schema}/{schema}/tabs/{tab}/machines/{machine}`,
    about: 'One machine of it',
  },
  { name: 'plant-editor', path: `${schema}/{schema}/tabs/{tab}/edit`, about: 'Drawing', large: true },
  { name: 'wall', path: '/sites/{site}/wall', about: 'A site on a wall' },
];

const settings: readonly Screen[] = [
  { name: 'sites', path: '/sites', about: 'The sites of a client' },
  { name: 'site-add', path: '/sites/add/site', about: 'A new site' },
  { name: 'site-edit', path: '/sites/edit/{site}', about: 'A site, its people and its gateway' },
  { name: 'wall-links', path: '/sites/edit/{site}/walls', about: 'Its wall displays' },
  { name: 'user-add', path: '/sites/add/user', about: 'A new person' },
  { name: 'user-edit', path: '/sites/edit/assign/user/{user}', about: 'A person and their rights' },
  { name: 'devices', path: '/devices', about: 'The devices of a site' },
  { name: 'labels', dialog: true, path: '/devices', click: 'QR labels', about: 'Printing QR labels' },
  { name: 'device-add', path: '/devices/add/device', about: 'A new device' },
  { name: 'device-choice', path: '/devices/add', about: 'What is added, and who waits to be', isElsewhere: true },
  { name: 'device-values', path: '/devices/add/values', about: 'What foreign JSON means', isElsewhere: true },
  { name: 'device-edit', path: '/devices/edit/device/{device}', about: 'A device' },
  { name: 'edges', path: '/edges', about: 'Programs beside the devices of a site', isElsewhere: true },
  {
    name: 'device-connect',
    path: '/devices/edit/device/{pit}/connect',
    click: 'Rules to begin with',
    awaits: 'it would have warned 0 times',
    about: 'How to connect, the first curve and the first rules',
  },
  { name: 'modbus', path: '/devices/edit/device/{plc}/connect', about: 'A PLC and its registers', isElsewhere: true },
  { name: 'sensor-names', path: '/dashboard/edit/sensor/names', device: 'Pellet line', about: "Sensors' names" },
  { name: 'sensor-images', path: '/dashboard/edit/sensor/images', device: 'Leg 1', about: "Sensors' pictures" },
  { name: 'sensor-types', path: '/dashboard/edit/sensor/types', device: 'Bin room', about: 'Units and scaling' },
  { name: 'copy-settings', path: '/dashboard/edit/sensor/copy', device: 'Leg 1', about: 'Copying settings' },
  { name: 'warnings', path: '/dashboard/edit/warnings', device: 'Leg 1', about: 'Warnings' },
  {
    name: 'rehearsal',
    path: '/dashboard/edit/warnings',
    device: 'Leg 1',
    click: 'Try',
    awaits: 'nothing was sent',
    about: 'What rules would have done',
  },
  { name: 'responses', path: '/dashboard/edit/sensor/responses', device: 'Leg 1', about: 'Priorities and responses' },
  { name: 'maintenance-test', path: '/maintenance/{device}/4.4001', about: 'Testing a sensor' },
  { name: 'walk-test', path: '/maintenance/{device}/walk', about: 'Arming a walk test' },
  { name: 'proof-tests', path: '/sites/{site}/proof-tests', about: 'Which sensors were tested' },
  { name: 'inspection', path: '/sites/{site}/inspection', about: "The inspector's export" },
  { name: 'account', path: '/user/setting', about: 'Your own settings' },
];

const operating: readonly Screen[] = [
  { name: 'clients', path: '/clients', about: 'The clients' },
  { name: 'client-add', path: '/clients/add/client', about: 'A new client' },
  { name: 'client-edit', path: '/clients/add/client/{client}', about: 'A client' },
  { name: 'oem-settings', path: '/oem/setting', about: "The operator's settings" },
  { name: 'rss', path: '/settings/rss/edit', about: 'News feeds' },
  { name: 'contacts', path: '/settings/oem/contacts', about: 'Support contacts' },
  { name: 'sms', path: '/settings/oem/sms', about: 'SMS gateway' },
  { name: 'my-notifications', path: '/my-notifications', about: 'How the person is reached' },
  { name: 'second-factor', path: '/settings/oem/second-factor', about: 'Second factor of staff' },
  { name: 'styles', path: '/flatpages', about: 'Own styles and pages' },
  { name: 'registry', path: '/oem/registry', about: 'Manufactured devices' },
  { name: 'unknown', path: '/oem/unknown', about: 'Not yet claimed' },
  { name: 'removed', path: '/oem/removed', about: 'What can be brought back' },
  { name: 'health', path: '/oem/health', about: 'Server health' },
  { name: 'mailbox', path: '/oem/mailbox', about: 'Outgoing mail' },
  { name: 'audit', path: '/audit', about: 'Who changed what' },
  { name: 'help', path: '/help/notifications', about: 'The help' },
];

export const screens: readonly Screen[] = [...front, ...watching, ...settings, ...operating];

export const looks = {
  light: { width: 1440, height: 1000 },
  dark: { width: 1440, height: 1000, dark: true },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844, phone: true },
} as const;
export type Look = keyof typeof looks;
/** The size of a wall display. */
export const wallLook = { width: 1920, height: 1080, dark: true } as const;
