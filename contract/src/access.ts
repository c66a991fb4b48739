/**
 * Names of the authorization rules. An endpoint names its rule in `may`; server/src/access/authorization-table.ts
 * defines each. `on` is the kind of subject; only rules with `wall` admit wall displays.
 */
export const rules = {
  anyone: { on: 'nothing', says: 'Everybody, signed in or not' },
  'device-credentials': { on: 'nothing', says: 'A device with its serial number and code' },
  'signed-in': { on: 'nothing', wall: true, says: 'Everybody signed in, wall displays too' },
  person: { on: 'nothing', says: 'Every signed-in person; no wall display' },
  account: {
    on: 'nothing',
    says: 'A person with an own sign-in: no session of a client’s provider, no wall display, no API key',
  },
  staff: { on: 'nothing', says: 'Operator staff' },
  oem: { on: 'nothing', says: 'OEM and super users' },
  superuser: { on: 'nothing', says: 'Super users' },
  'clients.list': { on: 'nothing', says: 'Operator staff, account managers, people of several clients' },
  'users.add': { on: 'nothing', says: 'Operator staff, account managers, people with can_edit on any site' },

  'client.see': { on: 'client', says: 'Operator staff and the people of the client' },
  'client.change': { on: 'client', says: 'Operator staff and account managers of the client' },
  'client.remove': { on: 'client', says: 'Operator staff' },
  'client.people': {
    on: 'client',
    says: 'Operator staff, account managers, and people with can_edit on one of its sites',
  },
  'client.audit': { on: 'client', says: 'Operator staff and account managers of the client' },
  'client.schemas': { on: 'client', wall: true, says: 'People of the client with the visual dashboard enabled' },
  'site.add': { on: 'client', says: 'Operator staff, account managers, Managers of any site of the client' },

  'site.see': { on: 'site', wall: true, says: 'Who has access to the site' },
  'site.note': { on: 'site', says: 'Every person with access to the site; no wall display' },
  'site.take-over': { on: 'site', says: 'Every person with access to the site; no wall display' },
  'site.edit': { on: 'site', says: 'can_edit: super, OEM, account manager, Manager or Engineer of the site' },
  'site.approve': { on: 'site', says: 'Super, OEM, account manager, Manager of the site' },
  'site.suspend': { on: 'site', says: 'Super, OEM, account manager, Manager of the site' },
  'site.remove': { on: 'site', says: 'Operator staff, account managers, Managers of any site of the client' },
  'site.schemas': { on: 'site', wall: true, says: 'Access to the site and the visual dashboard enabled' },
  'site.edit-schemas': { on: 'site', says: 'can_edit on the site and the visual dashboard enabled' },
  'site.topics': { on: 'site', says: 'Operator staff' },
  'device.add': { on: 'site', says: 'Super, OEM, account manager, Manager of the site' },

  'device.see': { on: 'device', wall: true, says: 'Who has access to its site' },
  'device.open': {
    on: 'device',
    wall: true,
    says: 'Who has access to its site; while suspended only OEM and super users',
  },
  'device.edit': { on: 'device', says: 'can_edit on its site' },
  'device.manage': { on: 'device', says: 'Super, OEM, account manager, Manager of its site' },
  'device.shelve': { on: 'device', says: 'Every person who may open the device; no wall display' },
  'device.analytics': { on: 'device', says: 'operator staff and managers, all device types but 0005 and 0006' },
  'device.fix': { on: 'device', says: 'Super users' },

  'notification.see': { on: 'notification', wall: true, says: 'Who may see its device' },
  'notification.acknowledge': { on: 'notification', says: 'Every person who may see its device; no wall display' },

  'suspicion.dismiss': { on: 'suspicion', says: 'can_edit on its site; while suspended only OEM and super users' },
  'task.change': { on: 'task', says: 'Every person who may open its device; no wall display' },
  'shelf.change': { on: 'shelf', says: 'Every person who may open its device; no wall display' },

  'rotation.add': { on: 'client', says: 'Operator staff, account managers, Managers of any site of the client' },
  'rotation.see': { on: 'rotation', says: 'Who has access to its site, or to its client; no wall display' },
  'rotation.change': { on: 'rotation', says: 'Managers of its site; of a whole client its account managers and staff' },
  'rotation.override': {
    on: 'rotation',
    says: 'can_edit on its site; for a whole client Managers of any of its sites, account managers and staff',
  },
  'override.change': {
    on: 'override',
    says: 'can_edit on the site of its rotation; for a whole client Managers, account managers and staff',
  },

  'policy.add': { on: 'client', says: 'Operator staff, account managers, Managers of any site of the client' },
  'policy.see': { on: 'policy', says: 'Who has access to its site, or to its client; no wall display' },
  'policy.change': { on: 'policy', says: 'Managers of its site; of a whole client its account managers and staff' },

  'webhook.add': { on: 'client', says: 'Operator staff, account managers, Managers of any site of the client' },
  'webhook.change': { on: 'webhook', says: 'Managers of its site; of a whole client its account managers and staff' },

  'client.types': { on: 'client', says: 'Operator staff, account managers, Managers of any site of the client' },
  'device-type.see': { on: 'device-type', says: 'Every person; a type of a client its people and operator staff' },
  'device-type.change': {
    on: 'device-type',
    says: 'Of a client its account managers, Managers and operator staff; for everybody operator staff; shipped nobody',
  },

  'payload-map.see': { on: 'payload-map', says: 'Every person; a map of a client its people and operator staff' },
  'payload-map.change': {
    on: 'payload-map',
    says: 'Of a client its account managers, Managers and operator staff; for everybody operator staff; shipped nobody',
  },

  'schema.see': { on: 'schema', wall: true, says: 'Access to its site and the visual dashboard enabled' },
  'schema.change': { on: 'schema', says: 'can_edit on its site and the visual dashboard enabled' },
  'tab.see': { on: 'tab', wall: true, says: 'Access to its site and the visual dashboard enabled' },
  'tab.change': { on: 'tab', says: 'can_edit on its site and the visual dashboard enabled' },
  'machine.see': { on: 'machine', wall: true, says: 'Access to its site and the visual dashboard enabled' },

  'membership.change': { on: 'membership', says: 'can_edit on the site, for people whose role is not above theirs' },

  'user.see': { on: 'user', says: 'Oneself, operator staff, account managers, people with can_edit on a common site' },
  'user.change': {
    on: 'user',
    says: 'Who sees the person, when the person holds no role above theirs; oneself with an own sign-in only',
  },
  'user.personal': {
    on: 'user',
    says: 'Oneself with an own sign-in, operator staff, account manager of their only client',
  },

  'service-account.change': {
    on: 'service-account',
    says: 'Account managers of its client and operator staff; of the operator super users',
  },

  'email-rule.own': { on: 'email-rule', says: 'Its owner; account managers for their people; operator staff' },
} as const;

/** Scopes of an API key; a call that names none of them admits no key. */
export const keyScopes = ['live', 'history', 'notifications', 'tests', 'rules', 'notes', 'handover'] as const;
export type KeyScope = (typeof keyScopes)[number];

export type RuleName = keyof typeof rules;
export type SubjectKind = (typeof rules)[RuleName]['on'];

/** Scopes of a service account: kinds of things that a program changes, and `read`. Only the operator's have `registry`. */
export const programScopes = [
  'read',
  'plant',
  'types',
  'rules',
  'people',
  'policies',
  'acknowledge',
  'registry',
] as const;
export type ProgramScope = (typeof programScopes)[number];

const neverForPrograms: readonly string[] = ['anyone', 'device-credentials', 'account', 'superuser'];
/** Whether a call must state the scope with which a service account makes it, or `none`. */
export const mustStatePrograms = (rule: RuleName, account: boolean | 'client' | undefined): boolean =>
  !account && !neverForPrograms.includes(rule);

const ofNoClient: readonly SubjectKind[] = ['nothing', 'user', 'email-rule'];

/** Whether a call under this rule must state whether it concerns the caller's account: no client owns its subject. */
export const mustStateAccount = (rule: RuleName): boolean =>
  rule !== 'anyone' && rule !== 'device-credentials' && ofNoClient.includes(rules[rule].on);
