import type { DeviceState } from '../../devices.ts';
import type { Priority } from '../../priority.ts';
import type { Severity } from '../../status.ts';
import type { texts as English } from '../../texts/status.ts';
import { counted } from './words.ts';

const severities: Readonly<Record<Severity, string>> = {
  alarm: 'Alarme',
  warning: 'Advertência',
  lost: 'Nó sem comunicação',
  offline: 'Offline',
  'no-data': 'Sem dados',
  'not-scanned': 'Não lido',
  stale: 'Desatualizado',
  ok: 'OK',
  disabled: 'Desabilitado',
};

const priorities: Readonly<Record<Priority, string>> = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Média',
  low: 'Baixa',
};

const deviceStates: Readonly<Record<DeviceState, string>> = {
  Active: 'Ativo',
  Suspended: 'Suspenso',
  Offline: 'Offline',
};

export const texts: typeof English = {
  severities,
  priorities,
  priority: 'Prioridade',
  deviceStates,
  off: 'OFF',
  on: 'ON',
  counts: {
    alarm: (count) => counted(count, { one: 'alarme', other: 'alarmes' }),
    warning: (count) => counted(count, { one: 'advertência', other: 'advertências' }),
    lost: (count) => `${count} sem comunicação`,
    offline: (count) => `${count} offline`,
    'no-data': (count) => `${count} sem dados`,
    'not-scanned': (count) => counted(count, { one: 'não lido', other: 'não lidos' }),
    stale: (count) => counted(count, { one: 'desatualizado', other: 'desatualizados' }),
  },
};
