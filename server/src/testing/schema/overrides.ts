import type { Overrides } from './tables-text.ts';

/** The types of JSON documents and of texts that the contract lists. */
export const overrides: Overrides = {
  imports: {
    '@tocsin/contract/client-provider': ['RoleMapping'],
    '@tocsin/contract/edge-exchange': ['EdgeHealth'],
    '@tocsin/contract/event': ['AcknowledgedKind'],
    '@tocsin/contract/schema-document': ['TabDocument'],
  },
  columns: {
    'client.acknowledged_kinds': 'AcknowledgedKind[]',
    'client_provider.role_mapping': 'RoleMapping',
    // A trigger finds them by the codes.
    'device.shown_type_id': 'Generated<number>',
    'device.type_id': 'Generated<number>',
    'device_latest.texts': 'string[]',
    'edge.health': 'EdgeHealth',
    'passkey.transports': 'string[]',
    'schema_tab.document': 'TabDocument',
  },
};
