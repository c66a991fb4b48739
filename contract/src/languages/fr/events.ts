import type { texts as English } from '../../texts/events.ts';

export const texts: typeof English = {
  labels: {
    alarm_off: 'Fin d’alarme',
    alarm_on: 'Alarme détectée',
    device_administration: 'Administration de l’appareil',
    device_offline: 'Appareil hors ligne',
    device_online: 'Appareil en ligne',
    maintenance: 'Maintenance',
    power_up: 'Mise sous tension de l’appareil',
    site_administration: 'Administration du site',
    sn2_status_change: 'Changement d’état SN2',
    test: 'E-mail de test',
    warning_off: 'Fin d’avertissement',
    warning_on: 'Avertissement détecté',
    sensor_disappeared: 'Capteur disparu',
  },
  tasks: {
    task_opened: 'Tâche de maintenance ouverte',
    task_changed: 'Tâche de maintenance modifiée',
    task_closed: 'Tâche de maintenance fermée',
  },
};
