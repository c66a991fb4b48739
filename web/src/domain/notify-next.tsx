import type { Incident, NextInformed } from '@tocsin/contract/incidents';
import { endpoints } from '@tocsin/contract/running-escalations';
import { texts } from '@tocsin/contract/texts/incidents';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/use-action.ts';

/** 'Petra' of 'Petra Lind'. */
export const firstName = (name: string | undefined): string => name?.split(' ')[0] ?? '';

/** Runs the next step of an incident's escalation at once, and names whom it notifies. */
const useNotifyNext = () =>
  useAction(
    ({ event, escalation, step }: NextInformed) =>
      call(endpoints.notifyNext, { params: { id: event }, body: { escalation, step } }),
    {
      toast: (_done, next) => texts.notified(next.people.join(', ')),
      refetches: [['incidents'], ['now']],
      refetchesAnyway: true,
    },
  );

/** The button that does so; nothing where nobody is next, or the reader may not. */
export const NotifyNext = ({ incident, size }: { readonly incident: Incident; readonly size?: 'bar' }) => {
  const { run, busy } = useNotifyNext();
  const { next, permissions } = incident;
  if (!next || next.people.length === 0 || !permissions?.includes('notification.acknowledge')) return null;
  return (
    <Button size={size ?? 'usual'} busy={busy} onClick={() => run(next)}>
      {texts.notify(firstName(next.people[0]))}
    </Button>
  );
};
