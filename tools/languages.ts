/** Modules of texts that tell people of alarms: each is read twice against its English before a language is offered. */
export const alarmTexts: readonly string[] = [
  'alarm-register',
  'contact-messages',
  'contact-methods',
  'dashboard',
  'escalation-mails',
  'escalation-policies',
  'event-mails',
  'events',
  'handover',
  'heartbeat-mail',
  'incident-story',
  'incidents',
  'message-link',
  'notifications',
  'on-call',
  'on-call-banner',
  'on-call-mails',
  'out-of-service',
  'policy-tests',
  'protection',
  'protection-mails',
  'respond-again',
  'responses',
  'running-escalations',
  'shelves',
  'status',
  'wall',
  'warning-rules',
  'who-knows',
];

/** Names and international words, which stay as they are in every language. */
export const sameInAll: readonly string[] = [
  'CSV',
  'PDF',
  'SMS',
  'Webhook',
  'webhook',
  'Webhooks',
  'OK',
  'Live',
  'min',
];

/** Texts about alarms that are spelt in a language as in English. */
export const sameIn: Readonly<Record<string, readonly string[]>> = {
  de: ['Alarm', 'ALARM', 'Details', 'Offline', 'offline', 'OFFLINE', 'Sensor', 'Support', 'Test', 'TEST'],
  es: ['Sensor', 'sensor'],
  fr: [
    'Actions',
    'Active',
    'Client',
    'Contact',
    'Date',
    'E-mail',
    'e-mail',
    'Maintenance',
    'Note',
    'Notification',
    'notification',
    'Notifications',
    'Rotation',
    'Site',
    'Sites',
    'Test',
    'TEST',
    'Tests',
  ],
  'pt-BR': ['E-mail', 'e-mail', 'Offline', 'OFFLINE', 'Sensor', 'sensor'],
};

const packFacts = {
  what: '⟦what⟧',
  place: '⟦place⟧',
  at: '⟦at⟧',
  from: '⟦from⟧',
  to: '⟦to⟧',
  made: '⟦made⟧',
  by: '⟦by⟧',
  devices: ['⟦first⟧', '⟦second⟧'],
  drawings: 'some',
  cut: ['⟦cut⟧', '⟦shortened⟧'],
};

/** Values for texts whose parameters are neither texts nor numbers, by feature and path. */
export const samples: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'health.limit': [
    ['above', '⟦1⟧', '⟦2⟧'],
    ['below', '⟦1⟧', null],
    ['below', null, '⟦2⟧'],
  ],
  'historical.dayCounts': [
    ['⟦0⟧', undefined],
    ['⟦0⟧', { alarm: 701, warning: 702, offline: 703 }],
    ['⟦0⟧', { alarm: 1, warning: 0, offline: 1 }],
  ],
  'incident-pack.readme': [
    [packFacts],
    [{ ...packFacts, drawings: 'none', cut: [] }],
    [{ ...packFacts, drawings: 'hidden' }],
  ],
  'notifications.counted': [
    [701, 702, '⟦2⟧', 'priority'],
    [701, 702, '⟦2⟧', 'newest'],
    [701, 702, '⟦2⟧', 'oldest'],
  ],
  'running-escalations.states': [['running'], ['used_up'], ['others']],
  'schemas.inUse': [['⟦0⟧', '⟦1⟧']],
  'who-knows.gap': [
    ['⟦0⟧', 'not_started'],
    ['⟦0⟧', 'removed'],
    ['⟦0⟧', 'deactivated'],
    ['⟦0⟧', 'no_access'],
  ],
};
