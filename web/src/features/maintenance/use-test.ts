import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MaintenanceInfo, MaintenanceRecord } from '@tocsin/contract/maintenance';
import { useCallback, useEffect } from 'react';
import { onArrival } from '../../live/notifications.ts';
import { useAction } from '../../ui/use-action.ts';
import { endingOf } from './model.ts';
import { infoKey, infoQuery, postStep } from './queries.ts';

type Step = Parameters<typeof postStep>[1];

/** The current test of a device, and the actions on it. */
export interface Test {
  readonly info: MaintenanceInfo | undefined;
  readonly error: Error | null;
  readonly current: MaintenanceRecord | null;
  /** The user's newest ended test that still needs a comment. */
  readonly waiting: MaintenanceRecord | undefined;
  readonly busy: boolean;
  readonly start: (path: string) => void;
  /** `onDone` is called after a success; a dialog stays open after a refusal. */
  readonly cancel: (comment: string, onDone: () => void) => void;
  readonly submit: (of: MaintenanceRecord, comment: string, onDone: () => void) => void;
}

/** Loads the test of a device, refetched after each of its events. */
export const useTest = (device: number): Test => {
  const queries = useQueryClient();
  const { data: info, error } = useQuery(infoQuery(device));
  const again = useCallback(() => queries.invalidateQueries({ queryKey: infoKey(device) }), [queries, device]);
  // Each step is a log event, so it arrives at once, whoever triggered it.
  useEffect(
    () =>
      onArrival((message) => {
        if (message.notifications.some((row) => row.event_type === 'maintenance' && row.device_id === device))
          void again();
      }),
    [again, device],
  );
  const { run, busy } = useAction((step: Step, _onDone: (() => void) | null) => postStep(device, step), {
    refetches: [infoKey(device)],
    refetchesAnyway: true,
    onDone: (_, _step, onDone) => onDone?.(),
  });
  const current = info?.current ?? null;
  return {
    info,
    error,
    current,
    waiting: info?.uncommented.at(-1),
    busy,
    start: (path) => run({ event_type: 'maintenance_expect_alarm_on', sensor_id: path }, null),
    cancel: (comment, onDone) =>
      run({ event_type: 'maintenance_canceled', sensor_id: current?.sensor_id ?? '', comment }, onDone),
    submit: (of, comment, onDone) => {
      const event_type = endingOf(of) === 'success' ? 'maintanance_succeeded' : 'maintenance_failed';
      run({ event_type, sensor_id: of.sensor_id, comment }, onDone);
    },
  };
};
