import { useQuery } from '@tanstack/react-query';
import type { Notification } from '@tocsin/contract/live';
import { dueAtMostDays, endpoints, type MaintenanceTask } from '@tocsin/contract/maintenance-tasks';
import { endpoints as protection } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/maintenance-tasks';
import { Select } from 'antd';
import { useState } from 'react';
import { call, callQuery } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';
import { serverNow } from '../live/clock.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LabelledDay } from '../ui/labelled-pickers.tsx';
import { Stack, Text } from '../ui/layout.tsx';
import { searchByLabel } from '../ui/search-by-label.ts';
import { calendarDayText, momentText } from '../ui/time.ts';
import { useAction } from '../ui/use-action.ts';
import css from './hand-over.module.css';

/** The day that is `days` from today, `YYYY-MM-DD`. */
const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE');

interface TaskFields {
  readonly what: string;
  readonly owner: number;
  readonly due: string;
}

interface TaskDialogProps {
  /** Id of the event, whose site decides who can own the task; 0: no event, but a device. */
  readonly event: number;
  readonly device: number;
  readonly title: string;
  readonly yes: string;
  readonly initial?: Pick<MaintenanceTask, 'what'> & Partial<Pick<MaintenanceTask, 'owner' | 'due'>>;
  readonly onSave: (task: TaskFields) => Promise<unknown>;
  /** The toast after it was saved. */
  readonly saved: string;
  readonly onClose: () => void;
}

/** Asks what is to be done about an event, by whom and by when. */
export const TaskDialog = ({ event, device, title, yes, initial, onSave, saved, onClose }: TaskDialogProps) => {
  const [what, setWhat] = useState(initial?.what ?? '');
  const [owner, setOwner] = useState<number | null>(initial?.owner?.id ?? null);
  const [due, setDue] = useState<string | null>(initial?.due ?? dayAhead(7));
  const [isSent, setSent] = useState(false);
  const { run, busy, failure, error } = useAction(onSave, {
    fails: 'here',
    toast: saved,
    refetches: [['maintenance-tasks']],
    onDone: onClose,
  });
  const { data, isPending } = useQuery(
    event === 0
      ? callQuery(['protection-owners', device], protection.owners, { params: { id: device } })
      : callQuery(['task-owners', event], endpoints.owners, { params: { id: event } }),
  );
  const current = initial?.owner ? [initial.owner] : [];
  const save = (): void => {
    setSent(true);
    if (what.trim() !== '' && owner !== null && due !== null) run({ what: what.trim(), owner, due });
  };
  const fields = error instanceof CallError ? error.fields : {};
  const errorOf = (field: string, isMissing: boolean, missing: string): string | undefined =>
    fields[field]?.[0] ?? (isSent && isMissing ? missing : undefined);
  const ownerError = errorOf('owner', owner === null, texts.ownerMissing);
  const other = Object.keys(fields).length === 0 ? failure : null;
  return (
    <FormDialog title={title} verb={yes} busy={busy} onSubmit={save} onClose={onClose} width={480}>
      <p>{texts.handOverAbout}</p>
      <Field
        label={texts.what}
        value={what}
        maxLength={1500}
        error={errorOf('what', what.trim() === '', texts.whatMissing)}
        onChange={(change) => setWhat(change.target.value)}
      />
      <Stack gap={4} marginBottom={12}>
        <span>{texts.owner}</span>
        <Select
          aria-label={texts.owner}
          showSearch={searchByLabel}
          loading={isPending}
          value={owner}
          onChange={setOwner}
          {...(ownerError === undefined ? {} : { status: 'error' as const })}
          options={(data?.results ?? current).map((one) => ({ value: one.id, label: one.name }))}
        />
        {ownerError && (
          <Text as="small" tone="alarm" role="alert">
            {ownerError}
          </Text>
        )}
      </Stack>
      <LabelledDay
        label={texts.due}
        value={due}
        least={dayAhead(0)}
        most={dayAhead(dueAtMostDays)}
        error={other ?? errorOf('due', due === null, texts.dueMissing)}
        onDay={setDue}
      />
    </FormDialog>
  );
};

const tasksOfEvent = (event: number) =>
  callQuery(['maintenance-tasks', 'event', event], endpoints.list, { query: { event, limit: 20 }, staleTime: 30_000 });

const handOverTypes: ReadonlySet<string> = new Set(['alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared']);

/** The button that hands an event over to maintenance. */
export const HandOver = ({ row, what }: { readonly row: Notification; readonly what: string }) => {
  const [isOpen, setOpen] = useState(false);
  if (!handOverTypes.has(row.event_type) || row.test || row.device_id === 0) return null;
  return (
    <>
      <Button size="bar" icon="wrench" onClick={() => setOpen(true)}>
        {texts.handOver}
      </Button>
      {isOpen && (
        <TaskDialog
          event={row.id}
          device={row.device_id}
          title={`${texts.handOver}: ${what}`}
          yes={texts.handOver}
          onClose={() => setOpen(false)}
          onSave={(body) => call(endpoints.create, { params: { id: row.id }, body })}
          saved={texts.handedOver}
        />
      )}
    </>
  );
};

/** The tasks of an event, with a button that adds one. */
export const EventTasks = ({ row, what, may }: { row: Notification; what: string; may: boolean }) => {
  const { data } = useQuery(tasksOfEvent(row.id));
  return (
    <Stack gap={8} justifyItems="start" marginTop={12} className={css.tasks}>
      {data?.results.map((task) => (
        <p key={task.id}>
          <b>{texts.taskOf(task.owner.name, calendarDayText(task.due))}</b> {task.what}
          {task.closed_at !== null && (
            <small>
              {texts.closedBy(
                task.closed_by ?? '',
                momentText(Date.parse(task.closed_at), serverNow(), task.location_timezone),
              )}
              {`: ${task.comment}`}
            </small>
          )}
        </p>
      ))}
      {may && <HandOver row={row} what={what} />}
    </Stack>
  );
};
