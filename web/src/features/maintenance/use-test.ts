import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MaintenanceInfo, MaintenanceRecord } from '@tocsin/contract/maintenance';
import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { onArrival } from '../../live/notifications.ts';
import { showToast } from '../../ui/toast.tsx';
import { endingOf } from './model.ts';
import { infoKey, infoQuery, postStep } from './queries.ts';

/** The current test of a device, and the actions on it. */
export interface Test {
  readonly info: MaintenanceInfo | undefined;
  readonly error: Error | null;
  readonly current: MaintenanceRecord | null;
  /** The user's newest ended test that still needs a comment. */
  readonly waiting: MaintenanceRecord | undefined;
  readonly busy: boolean;
  readonly start: (path: string) => Promise<boolean>;
  readonly cancel: (comment: string) => Promise<boolean>;
  readonly submit: (of: MaintenanceRecord, comment: string) => Promise<boolean>;
}

/** Loads the test of a device, refetched after each of its events. */
export const useTest = (device: number): Test => {
  const queries = useQueryClient();
  const { data: info, error } = useQuery(infoQuery(device));
  const [busy, setBusy] = useState(false);
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
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal;
      showToast('error', refusal.message);
      return false;
    } finally {
      await again();
      setBusy(false);
    }
  };
  const current = info?.current ?? null;
  return {
    info,
    error,
    current,
    waiting: info?.uncommented.at(-1),
    busy,
    start: (path) => act(() => postStep(device, { event_type: 'maintenance_expect_alarm_on', sensor_id: path })),
    cancel: (comment) =>
      act(() => postStep(device, { event_type: 'maintenance_canceled', sensor_id: current?.sensor_id ?? '', comment })),
    submit: (of, comment) =>
      act(() => {
        const event_type = endingOf(of) === 'success' ? 'maintanance_succeeded' : 'maintenance_failed';
        return postStep(device, { event_type, sensor_id: of.sensor_id, comment });
      }),
  };
};
