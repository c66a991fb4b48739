import type { World } from './world.ts';

/** How the walk calls a route: values for its path, query and body. */
export interface Sample {
  readonly url: string;
  readonly body: object | undefined;
}

/** The thing of a world that an `:id` means, by the path before it; the first match counts. */
const ids: readonly (readonly [path: RegExp, id: (w: World) => number])[] = [
  [/\/(clients|provider-links)\/:id/, (w) => w.client],
  [/\/locations\/:id/, (w) => w.site],
  [/\/(devices|graphs\/device|analytics)\/:id/, (w) => w.device],
  [/\/(users|users\/activation\/resend-activation|2fa\/disable_2FA_via_id)\/:id/, (w) => w.user.id],
  [/\/membership\/:id/, (w) => w.membership],
  [/\/invitations\/:id/, (w) => w.invitation],
  [/\/notifications\/:id/, (w) => w.event],
  [/\/incidents\/:id/, (w) => w.event],
  [/\/suspicions\/:id/, (w) => w.suspicion],
  [/\/shelves\/:id/, (w) => w.shelf],
  [/\/rotations\/:id/, (w) => w.rotation],
  [/\/overrides\/:id/, (w) => w.override],
  [/\/escalation-policies\/:id/, (w) => w.policy],
  [/\/webhooks\/:id/, (w) => w.webhook],
  [/\/device-types\/:id/, (w) => w.deviceType],
  [/\/payload-maps\/:id/, (w) => w.payloadMap],
  [/\/maintenance-tasks\/:id/, (w) => w.task],
  [/\/notification-settings\/:id/, (w) => w.emailRule],
  [/\/(schemas)\/:id/, (w) => w.schema],
  [/\/(tabs|ws\/tab-devices-data)\/:id/, (w) => w.tab],
  [/\/(machines|graphs\/machine|ws\/machine-devices-data)\/:id/, (w) => w.machine],
  [/\/oem\/mailbox\/:id/, (w) => w.mail],
  [/\/accounts\/sessions\/:id/, (w) => w.session],
  [/\/accounts\/api-keys\/:id/, (w) => w.apiKey],
  [/\/service-accounts\/:id/, (w) => w.serviceAccount],
  [/\/2fa\/passkeys\/:id/, () => 1],
  [/\/contact-methods\/:id/, () => 1],
  // The operator's things, which belong to no tenant.
  [/\/(oem\/flatpages|oem\/rss-feed|type-of-machine|get-flatpages)\/:id/, () => 1],
];

/** Other parameters: an invalid token, and names of records and pictures. */
const parameters: Readonly<Record<string, (w: World) => string>> = {
  token: () => 'none',
  user: (w) => String(w.user.id),
  key: () => '1',
  number: () => 'S1-2026-10-v1',
  part: () => 'page.pdf',
  delivery: (w) => w.delivery,
  walk: (w) => String(w.walk),
  code: (w) => w.label,
  session: (w) => String(w.wall),
  invitation: (w) => String(w.invitation),
  copy: () => '1',
  rollout: () => '1',
  edge: () => '1',
  test: () => '1',
  record: () => '1700000000000',
  recordId: () => '1700000000000',
  picture: () => 'left-ok.svg',
  udf_id: (w) => w.udfId,
  slug: () => 'terms',
  sensor: () => '4.4000',
};

const empty = { machines: [], connectors: [], shapes: [], text_elements: [] };

const someMap = (name: string) => ({
  name,
  kinds: [{ values: [{ path: 'a', group: 'g', id: 'a', name: 'A', type: 'NUMERIC' }] }],
});

/** Bodies of calls whose rule needs one; every other call gets `{}`, which changes nothing or is refused. */
const bodies: Readonly<Record<string, (w: World) => object>> = {
  'POST /api/v1/devices': (w) => ({
    location: w.site,
    title: 'New',
    serial_number: 'none',
    code: 'none',
    device_type: '0300',
    udf_id: 'NewOne',
  }),
  'PUT /api/v1/locations/:id/modbus-networks': () => ({ networks: ['10.20.0.0/16'] }),
  'POST /api/v1/devices/:id/modbus/compared': () => ({ compared: [] }),
  'POST /api/v1/devices/open': (w) => ({ location: w.site, title: 'New', device_type: 'JSON' }),
  'POST /api/v1/membership': (w) => ({ location: w.site, user: w.user.id, has_access: true, permission: 'User' }),
  'POST /api/v1/batch': () => ({ calls: [{ method: 'POST', path: '/api/v1/locations/', body: {} }] }),
  'POST /api/v1/service-accounts': (w) => ({ client: w.client, name: w.marker, scopes: ['read'] }),
  'POST /api/v2/schemas': (w) => ({ location: w.site, name: `S${w.site}` }),
  'POST /api/v2/tabs': (w) => ({ location: w.site, schema: w.schema, name: 'T', width: 800, height: 600, ...empty }),
  'POST /api/v2/update-tabs-order': (w) => [{ id: w.tab, order: 0 }],
  'POST /api/v1/notifications/:id/acknowledge': () => ({ comment: 'seen' }),
  'POST /api/v1/suspicions/:id/dismiss': () => ({ reason: 'It was tested by hand.' }),
  'POST /api/v1/locations/:id/certificates': () => ({ month: '2026-10' }),
  'PUT /api/v1/devices/:id/protection-setting': () => ({
    running_sensor: '',
    running_above: null,
    sensors: {},
    reason: 'It has no speed sensor.',
  }),
  'PUT /api/v1/devices/:id/protection-owner': () => ({ sensor: '4.4000', kind: 'overdue', owner: null }),
  'PUT /api/v1/devices/:id/protection-design': () => ({ sensors: ['4.4000'], kind: 'disabled', reason: 'Not fitted' }),
  // Unknown and foreign events answer alike: the result of each id says so.
  'POST /api/v1/notifications/acknowledge': () => ({ ids: [1], comment: '' }),
  'POST /api/v1/shelves': (w) => ({
    device: w.device,
    sensor: '4.401',
    minutes: 60,
    reason_code: 'other',
    reason: w.marker,
  }),
  'POST /api/v1/rotations': (w) => ({
    title: w.marker,
    location: w.site,
    timezone: 'UTC',
    handover_time: '06:00',
    frequency: 'daily',
    start: '2026-11-23',
    people: [w.user.id],
  }),
  'POST /api/v1/escalation-policies': (w) => ({
    title: w.marker,
    location: w.site,
    event_types: ['alarm_on'],
    steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: w.user.id }] }],
  }),
  'POST /api/v1/device-types': (w) => ({ client: w.client, code: w.marker.slice(0, 8), label: 'New', enters: 'push' }),
  'POST /api/v1/device-types/import': (w) => ({
    client: w.client,
    profile: { tocsin: 'device type', profile: 1, code: 'New-Type', label: 'New', enters: 'push' },
  }),
  'PUT /api/v1/device-types/:id/template': (w) => ({ device: w.device, version: 0 }),
  'PUT /api/v1/device-types/:id/template/document': () => ({
    template: {
      groups: [{ id: '4', name: 'Temperature' }],
      sensors: [{ groupId: '4', sensorId: '1', name: 'Bearing', type: 'NUMERIC', unit: 'C' }],
    },
    version: 0,
  }),
  'POST /api/v1/device-types/:id/template/rollouts/preview': (w) => ({ devices: [w.device] }),
  'POST /api/v1/device-types/:id/template/rollouts': (w) => ({ devices: [w.device], digest: 'x' }),
  'POST /api/v1/payload-maps': (w) => ({ client: w.client, map: someMap(w.marker) }),
  'PUT /api/v1/payload-maps/:id': (w) => ({ map: someMap(w.marker) }),
  'POST /api/v1/payload-maps/try': (w) => ({ map: someMap(w.marker), samples: [{ body: '{"a":1}' }] }),
  'PUT /api/v1/locations/:id/topic-prefix': (w) => ({ prefix: `site-${w.site}/` }),
  'POST /api/v1/webhooks': (w) => ({
    title: w.marker,
    location: w.site,
    url: 'https://receiver.example/hook',
    event_types: ['alarm_on'],
  }),
  'POST /api/v1/overrides': (w) => ({
    rotation: w.rotation,
    person: w.user.id,
    from: '2100-01-01T00:00:00Z',
    to: '2100-01-02T00:00:00Z',
  }),
  'POST /api/v1/shelves/:id/extend': () => ({ minutes: 60 }),
  'POST /api/v1/locations/:id/labels': (w) => ({ format: 'a6', devices: [w.device] }),
  'POST /api/v1/devices/:id/walk-tests': () => ({ sensors: ['4.4000'], is_locked_out: true }),
  'POST /api/v1/devices/:id/walk-tests/:walk/arm': () => ({ sensors: ['4.4000'], is_locked_out: true }),
  'POST /api/v1/devices/:id/walk-tests/:walk/press': () => ({ sensor: '4.4000' }),
  'POST /api/v1/devices/:id/walk-tests/:walk/skip': () => ({ sensor: '4.4000', reason: 'No ladder' }),
  'POST /api/v1/notifications/:id/hand-over': (w) => ({ what: 'Grease it', owner: w.user.id, due: '2026-11-30' }),
  'POST /api/v1/devices/:id/tasks': (w) => ({
    sensor: '4.4000',
    what: 'Grease it',
    owner: w.user.id,
    due: '2026-11-30',
  }),
  'PATCH /api/v1/maintenance-tasks/:id': () => ({ what: 'Grease it twice' }),
  'POST /api/v1/maintenance-tasks/:id/close': () => ({ comment: 'Done' }),
  'POST /api/v1/devices/:id/settings/warnings': () => [],
  'POST /api/v1/devices/:id/settings/warnings/decide': () => ({ proposal: 1, decision: 'decline' }),
  'POST /api/v1/devices/:id/settings/copies': (w) => ({ devices: [w.device], what: ['names'], digest: 'x' }),
  'POST /api/v1/devices/:id/settings/copies/preview': (w) => ({ devices: [w.device], what: ['names'] }),
  'POST /api/v1/users': (w) => ({
    client: w.client,
    full_name: 'New Person',
    email: `new-${w.marker}@example.com`,
    company: 'c',
    phone: 'p',
    address: 'a',
    location_access: [{ location_id: w.site, has_access: true, permission: 'User' }],
  }),
};

const analytics = 'start=2026-01-01&end=2026-01-02';

/** Query parameters that a route's rule or its handler needs. */
const queries: Readonly<Record<string, (w: World) => string>> = {
  'GET /api/v1/locations/:id/drawing-at': () => 'at=1700000000000',
  'GET /api/v2/tabs/:id/film': () => 'from=1700000000000',
  'GET /api/v2/tabs/:id/film-events': () => 'from=1700000000000&to=1700000001000',
  'GET /api/v1/locations/:id/graphs': (w) => `sensor_id=${w.device}.4.4000`,
  'GET /api/v2/schemas': (w) => `location=${w.site}`,
  'POST /api/v2/schemas/import': (w) => `location=${w.site}`,
  'GET /api/v2/search-sensor': (w) => `location=${w.site}`,
  'GET /api/v1/on-call/preview': (w) => `device=${w.device}`,
  'GET /api/v1/analytics/:id/alarm-sensor': () => analytics,
  'GET /api/v1/analytics/:id/alarm-time': () => analytics,
  'GET /api/v1/analytics/:id/alarm-type': () => analytics,
  'GET /api/v1/analytics/:id/export': () => `${analytics}&report=alarm-sensor`,
  'GET /api/v1/analytics/:id/bad-actors': () => analytics,
  'GET /api/v1/analytics/:id/bad-actors/export': () => analytics,
  'GET /api/v1/notifications/export': () => 'date_created_from=2026-01-01',
  'GET /api/v1/find': () => 'q=leg',
  'GET /api/v1/service-accounts': (w) => `client=${w.client}`,
  'GET /api/v1/protection/hours': (w) => `site=${w.site}&from=2026-11-01&to=2026-12-01`,
  'GET /api/v1/protection/hours/months': (w) => `site=${w.site}`,
  'GET /api/v1/protection/hours/export': (w) => `site=${w.site}&from=2026-11-01&to=2026-12-01`,
};

export const sampleOf = (method: string, path: string, world: World): Sample => {
  const id = ids.find(([pattern]) => pattern.test(path));
  let url = path;
  for (const [, name = ''] of path.matchAll(/:([a-zA-Z_]+)/g)) {
    const value = name === 'id' ? id?.[1](world) : parameters[name]?.(world);
    if (value === undefined) throw new Error(`role-walk/calls.ts does not know what :${name} is in ${path}`);
    url = url.replace(`:${name}`, String(value));
  }
  const key = `${method} ${path.replace(/\/$/, '')}`;
  const body = method === 'GET' ? undefined : (bodies[key]?.(world) ?? {});
  return { url: `${url}?${queries[key]?.(world) ?? ''}`, body };
};

/** A search for the world's own words, under every name that lists use for it. */
export const searchFor = (text: string, world: World): string => {
  const words = ['search', 'q', 'filter', 'query'].map((name) => `${name}=${encodeURIComponent(text)}`);
  return `?limit=1000&${words.join('&')}&location=${world.site}&client=${world.client}&device=${world.device}`;
};

/** Calls on one's own things, or on none, that name the other tenant's ids elsewhere. */
export const crossing = (
  here: World,
  there: World,
): readonly (readonly [method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload: object])[] => {
  const access = [{ location_id: there.site, has_access: true, permission: 'User' }];
  const person = { full_name: 'New Person', company: 'c', phone: 'p', address: 'a' };
  const claim = { title: 'New', serial_number: 'none', code: 'none', device_type: '0300', udf_id: 'NewOne' };
  const turns = { title: 'T', timezone: 'UTC', handover_time: '06:00', frequency: 'daily', start: '2026-11-23' };
  const instead = { from: '2100-01-01T00:00:00Z', to: '2100-01-02T00:00:00Z' };
  const stepsTo = (kind: string, id: number) => [{ after_minutes: 0, targets: [{ kind, id }] }];
  const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: false };
  return [
    ['POST', '/api/v1/devices/', { ...claim, location: there.site }],
    ['PATCH', `/api/v1/devices/${here.device}/`, { location: there.site }],
    ['POST', '/api/v1/membership/', { location: here.site, user: there.user.id, has_access: true, permission: 'User' }],
    ['POST', '/api/v1/membership/', { location: there.site, user: here.user.id, has_access: true, permission: 'User' }],
    ['POST', '/api/v1/users/', { ...person, email: 'a@example.com', client: there.client, location_access: [] }],
    ['POST', '/api/v1/users/', { ...person, email: 'b@example.com', client: here.client, location_access: access }],
    ['PUT', `/api/v1/users/${here.user.id}/`, { ...person, email: here.user.email, location_access: access }],
    ['DELETE', `/api/v1/users/${here.user.id}/?location_id=${there.site}&assign_user_id=${there.user.id}`, {}],
    ['DELETE', `/api/v1/users/${here.user.id}/?location_id=${here.site}&assign_user_id=${there.user.id}`, {}],
    ['DELETE', `/api/v1/clients/${here.client}/invitations/${there.invitation}/`, {}],
    ['DELETE', `/api/v1/clients/${there.client}/invitations/${there.invitation}/`, {}],
    ['POST', `/api/v1/invitations/${there.invitation}/accept/`, {}],
    ['POST', `/api/v1/invitations/${there.invitation}/decline/`, {}],
    ['POST', '/api/v1/notification-settings/', { ...rule, devices: [there.device] }],
    ['PATCH', `/api/v1/notification-settings/${here.emailRule}/`, { all_devices: false, devices: [there.device] }],
    ['PATCH', `/api/v1/rotations/${here.rotation}/`, { people: [there.user.id] }],
    ['POST', '/api/v1/rotations/', { ...turns, location: there.site, people: [here.user.id] }],
    ['POST', '/api/v1/rotations/', { ...turns, location: here.site, people: [there.user.id] }],
    ['PATCH', `/api/v1/escalation-policies/${here.policy}/`, { steps: stepsTo('person', there.user.id) }],
    ['PATCH', `/api/v1/escalation-policies/${here.policy}/`, { steps: stepsTo('rotation', there.rotation) }],
    ['PATCH', `/api/v1/escalation-policies/${here.policy}/`, { devices: [there.device] }],
    ['POST', '/api/v1/overrides/', { ...instead, rotation: here.rotation, person: there.user.id }],
    ['POST', '/api/v2/schemas/', { location: there.site, name: 'Crossing' }],
    ['POST', '/api/v2/update-tabs-order/', [{ id: there.tab, order: 0 }]],
    [
      'POST',
      '/api/v2/tabs/',
      { location: here.site, schema: there.schema, name: 'T', width: 800, height: 600, ...empty },
    ],
  ];
};
