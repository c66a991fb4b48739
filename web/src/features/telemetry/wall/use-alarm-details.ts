import { useQuery } from '@tanstack/react-query';
import { endpoints as escalation } from '@tocsin/contract/escalation';
import { endpoints as responses } from '@tocsin/contract/responses';
import { call } from '../../../api/call.ts';

const refetchMs = 15_000;
const retentionMs = 60_000;

export interface AlarmDetails {
  /** null: no response text was entered. */
  readonly whatToDo: string | null;
  /** Whom an escalation policy notifies next, and when (unix ms). */
  readonly next: { readonly who: string; readonly at: number } | null;
}

/** What to do about an alarm, and who is notified next unless somebody acknowledges it. */
export const useAlarmDetails = (event: number | null): AlarmDetails => {
  const id = event ?? 0;
  const shared = { enabled: event !== null, gcTime: retentionMs, retry: false };
  const response = useQuery({
    queryKey: ['notifications', id, 'response'],
    queryFn: ({ signal }) => call(responses.ofNotification, { params: { id }, signal }),
    ...shared,
  }).data;
  const known = useQuery({
    queryKey: ['notifications', id, 'escalation'],
    queryFn: ({ signal }) => call(escalation.ofEvent, { params: { id }, signal }),
    refetchInterval: refetchMs,
    ...shared,
  }).data;
  const steps = (known?.escalations ?? []).flatMap(({ next }) => (next === null ? [] : [next]));
  const next = steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
  return {
    whatToDo: response?.what_to_do ?? null,
    next: next && next.targets.length > 0 ? { who: next.targets.join(', '), at: Date.parse(next.at) } : null,
  };
};
