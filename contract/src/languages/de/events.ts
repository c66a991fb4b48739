import type { texts as English } from '../../texts/events.ts';

export const texts: typeof English = {
  labels: {
    alarm_off: 'Alarm beendet',
    alarm_on: 'Alarm ausgelöst',
    device_administration: 'Gerät geändert',
    device_offline: 'Gerät offline',
    device_online: 'Gerät wieder online',
    maintenance: 'Wartung',
    power_up: 'Gerät eingeschaltet',
    site_administration: 'Standort geändert',
    sn2_status_change: 'SN2-Status geändert',
    test: 'Test-E-Mail',
    warning_off: 'Warnung beendet',
    warning_on: 'Warnung ausgelöst',
    sensor_disappeared: 'Sensor verschwunden',
  },
  tasks: {
    task_opened: 'Wartungsaufgabe angelegt',
    task_changed: 'Wartungsaufgabe geändert',
    task_closed: 'Wartungsaufgabe abgeschlossen',
  },
};
