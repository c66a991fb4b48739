import type { texts as English } from '../../texts/status.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  severities: {
    alarm: 'Alarm',
    warning: 'Warnung',
    lost: 'Knoten fehlt',
    offline: 'Offline',
    'no-data': 'Keine Daten',
    'not-scanned': 'Nicht abgefragt',
    stale: 'Veraltet',
    ok: 'OK',
    disabled: 'Deaktiviert',
  },
  priorities: { critical: 'Kritisch', high: 'Hoch', medium: 'Mittel', low: 'Niedrig' },
  priority: 'Priorität',
  deviceStates: { Active: 'Aktiv', Suspended: 'Stillgelegt', Offline: 'Offline' },
  off: 'Aus',
  on: 'Ein',
  counts: {
    alarm: (count) => counted(count, { one: 'Alarm', other: 'Alarme' }),
    warning: (count) => counted(count, { one: 'Warnung', other: 'Warnungen' }),
    lost: (count) => `${count} fehlend`,
    offline: (count) => `${count} offline`,
    'no-data': (count) => `${count} ohne Daten`,
    'not-scanned': (count) => `${count} nicht abgefragt`,
    stale: (count) => `${count} veraltet`,
  },
};
