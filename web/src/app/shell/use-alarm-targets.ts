import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { priorityLevel } from '@tocsin/contract/priority';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as events } from '@tocsin/contract/texts/events';
import { useMemo } from 'react';
import { openDevice } from '../../domain/plant.ts';
import { useNotifications } from '../../live/notifications.ts';
import { severities } from '../../ui/severity.ts';
import type { Target } from './find-model.ts';

const isActive = (row: Notification): boolean =>
  row.is_active && !row.test && (row.event_type === 'alarm_on' || row.event_type === 'warning_on');

/** Compares: shelved and out-of-service ones last, then alarms before warnings, then by priority, then newest first. */
const byUrgency = (a: Notification, b: Notification): number =>
  Number(a.is_shelved || a.is_out_of_service) - Number(b.is_shelved || b.is_out_of_service) ||
  Number(b.event_type === 'alarm_on') - Number(a.event_type === 'alarm_on') ||
  priorityLevel(a.priority) - priorityLevel(b.priority) ||
  Date.parse(b.date_created) - Date.parse(a.date_created);

/** All active alarms and warnings that the user can see, most urgent first. */
export const useAlarmTargets = (): readonly Target[] => {
  const { rows } = useNotifications();
  const navigate = useNavigate();
  return useMemo(
    () =>
      rows
        .filter(isActive)
        .sort(byUrgency)
        .map(
          (row): Target => ({
            key: `alarm ${row.id}`,
            kind: row.event_type === 'alarm_on' ? 'alarm' : 'warning',
            label: row.sensor_name ?? row.device,
            about: `${row.device}, ${row.location}: ${readerWords(row.content)}`,
            words: events.labels[row.event_type],
            icon: severities[row.event_type === 'alarm_on' ? 'alarm' : 'warning'].icon,
            go: async () => {
              await openDevice(row.device_id);
              await navigate({ to: '/dashboard' });
            },
          }),
        ),
    [rows, navigate],
  );
};
