import type { DeviceState } from '../../devices.ts';
import type { Priority } from '../../priority.ts';
import type { Severity } from '../../status.ts';
import type { texts as English } from '../../texts/status.ts';
import { counted } from './words.ts';

const severities: Readonly<Record<Severity, string>> = {
  alarm: 'Alarma',
  warning: 'Advertencia',
  lost: 'Nodo perdido',
  offline: 'Sin conexión',
  'no-data': 'Sin datos',
  'not-scanned': 'No escaneado',
  stale: 'Sin actualizar',
  ok: 'OK',
  disabled: 'Deshabilitado',
};

const priorities: Readonly<Record<Priority, string>> = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
};

const deviceStates: Readonly<Record<DeviceState, string>> = {
  Active: 'Activo',
  Suspended: 'Suspendido',
  Offline: 'Sin conexión',
};

export const texts: typeof English = {
  severities,
  priorities,
  priority: 'Prioridad',
  deviceStates,
  off: 'OFF',
  on: 'ON',
  counts: {
    alarm: (count) => counted(count, { one: 'alarma', other: 'alarmas' }),
    warning: (count) => counted(count, { one: 'advertencia', other: 'advertencias' }),
    lost: (count) => counted(count, { one: 'perdido', other: 'perdidos' }),
    offline: (count) => `${count} sin conexión`,
    'no-data': (count) => `${count} sin datos`,
    'not-scanned': (count) => counted(count, { one: 'no escaneado', other: 'no escaneados' }),
    stale: (count) => `${count} sin actualizar`,
  },
};
