import type { EventType } from '../../event.ts';
import type { texts as English } from '../../texts/events.ts';
import type { TaskEvent } from '../../webhooks.ts';

const labels: Readonly<Record<EventType, string>> = {
  alarm_off: 'Alarma normalizada',
  alarm_on: 'Alarma detectada',
  device_administration: 'Administración de dispositivo',
  device_offline: 'Dispositivo sin conexión',
  device_online: 'Dispositivo en línea',
  maintenance: 'Mantenimiento',
  power_up: 'Encendido del dispositivo',
  site_administration: 'Administración de sitio',
  sn2_status_change: 'Cambio de estado de SN2',
  test: 'Correo de prueba',
  warning_off: 'Advertencia normalizada',
  warning_on: 'Advertencia detectada',
  sensor_disappeared: 'Sensor desaparecido',
};
const tasks: Readonly<Record<TaskEvent, string>> = {
  task_opened: 'Tarea de mantenimiento abierta',
  task_changed: 'Tarea de mantenimiento cambiada',
  task_closed: 'Tarea de mantenimiento cerrada',
};

export const texts: typeof English = { labels, tasks };
