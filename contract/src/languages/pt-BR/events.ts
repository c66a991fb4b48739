import type { texts as English } from '../../texts/events.ts';

export const texts: typeof English = {
  labels: {
    alarm_off: 'Alarme normalizado',
    alarm_on: 'Alarme detectado',
    device_administration: 'Administração do dispositivo',
    device_offline: 'Dispositivo offline',
    device_online: 'Dispositivo online',
    maintenance: 'Manutenção',
    power_up: 'Dispositivo energizado',
    site_administration: 'Administração do local',
    sn2_status_change: 'Mudança de estado SN2',
    test: 'E-mail de teste',
    warning_off: 'Advertência normalizada',
    warning_on: 'Advertência detectada',
    sensor_disappeared: 'Sensor sem comunicação',
  },
  tasks: {
    task_opened: 'Tarefa de manutenção aberta',
    task_changed: 'Tarefa de manutenção alterada',
    task_closed: 'Tarefa de manutenção encerrada',
  },
};
