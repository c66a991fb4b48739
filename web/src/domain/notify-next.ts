import type { NextInformed } from '@tocsin/contract/incidents';
import { endpoints } from '@tocsin/contract/running-escalations';
import { texts } from '@tocsin/contract/texts/incidents';
import { call } from '../api/call.ts';
import { useAction } from '../ui/use-action.ts';

/** Runs the next step of an incident's escalation at once, and names whom it notifies. */
export const useNotifyNext = () =>
  useAction(
    ({ event, escalation, step }: NextInformed) =>
      call(endpoints.notifyNext, { params: { id: event }, body: { escalation, step } }),
    {
      toast: (_done, next) => texts.notified(next.people.join(', ')),
      refetches: [['incidents'], ['now']],
      refetchesAnyway: true,
    },
  );
