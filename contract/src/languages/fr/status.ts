import type { texts as English } from '../../texts/status.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  severities: {
    alarm: 'Alarme',
    warning: 'Avertissement',
    lost: 'Nœud perdu',
    offline: 'Hors ligne',
    'no-data': 'Sans données',
    'not-scanned': 'Non scruté',
    stale: 'Données périmées',
    ok: 'OK',
    disabled: 'Désactivé',
  },
  priorities: {
    critical: 'Critique',
    high: 'Haute',
    medium: 'Moyenne',
    low: 'Basse',
  },
  priority: 'Priorité',
  deviceStates: {
    Active: 'Actif',
    Suspended: 'Suspendu',
    Offline: 'Hors ligne',
  },
  off: 'OFF',
  on: 'ON',
  counts: {
    alarm: (count) => counted(count, { one: 'alarme', other: 'alarmes' }),
    warning: (count) => counted(count, { one: 'avertissement', other: 'avertissements' }),
    lost: (count) => counted(count, { one: 'perdu', other: 'perdus' }),
    offline: (count) => `${count} hors ligne`,
    'no-data': (count) => `${count} sans données`,
    'not-scanned': (count) => counted(count, { one: 'non scruté', other: 'non scrutés' }),
    stale: (count) => `${count} aux données périmées`,
  },
};
