import { useQuery } from '@tanstack/react-query';
import type { DeviceTemplate, TemplateDevice } from '@tocsin/contract/device-templates';
import type { Rehearsal, RehearsalDays } from '@tocsin/contract/rehearsal';
import type { CopyDifference } from '@tocsin/contract/settings-copies';
import { texts as t } from '@tocsin/contract/texts/device-templates';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as copies } from '@tocsin/contract/texts/settings-copies';
import { Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { CallError } from '../../../api/http.ts';
import { streamRehearsal } from '../../../domain/rehearsal/stream.ts';
import { useReason } from '../../../domain/use-reason.tsx';
import { Button } from '../../../ui/button.tsx';
import { inOrder } from '../../../ui/in-order.ts';
import { Row, Section, Stack, Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeviceChanges } from '../copy/difference.tsx';
import { type Choice, rollOut, rollOutPreviewQuery, undoRollOut } from './queries.ts';

const none: readonly CopyDifference[] = [];
const triedDays: RehearsalDays = 7;

/** Tries the changed rules of each device on its last days, one device after the other; a text says why it failed. */
const useTries = (devices: readonly CopyDifference[]): ReadonlyMap<number, Rehearsal | string> => {
  const [found, setFound] = useState<ReadonlyMap<number, Rehearsal | string>>(new Map());
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const tryAll = async (): Promise<void> => {
      for (const { device, refused, tries = [] } of devices) {
        if (refused !== null || tries.length === 0) continue;
        const body = { results: tries.map(({ row }) => row), days: triedDays };
        const answer = await streamRehearsal(device, body, () => {}, signal).catch((error: unknown) => {
          if (signal.aborted || error instanceof CallError) return error instanceof CallError ? error.message : '';
          throw error;
        });
        if (signal.aborted) return;
        setFound((before) => new Map(before).set(device, answer));
      }
    };
    void tryAll();
    return () => controller.abort();
  }, [devices]);
  return found;
};

/** How often each changed rule of a device would have warned. */
const Tried = ({ one, answer }: { readonly one: CopyDifference; readonly answer: Rehearsal | string | undefined }) => (
  <ul>
    {inOrder(one.tries ?? [], ({ rule }, index) => {
      const run = typeof answer === 'object' ? answer.rules[index] : undefined;
      const isEmpty = typeof answer === 'object' && answer.first === null;
      return (
        <li>
          {readerWords(rule)}:{' '}
          <b>
            {typeof answer === 'string' && answer}
            {answer === undefined && '–'}
            {isEmpty && t.triedEmpty(triedDays)}
            {run && !isEmpty && t.tried(triedDays, run.after.count, run.before?.count ?? null)}
          </b>
        </li>
      );
    })}
  </ul>
);

interface DifferencesProps {
  readonly type: number;
  readonly devices: readonly TemplateDevice[];
  readonly onDone: () => void;
}

/** What rolling out would change on each device, and the button that does it. */
const Differences = ({ type, devices, onDone }: DifferencesProps) => {
  const [choice, setChoice] = useState<Choice>({ devices: devices.map(({ id }) => id), with_open_warnings: false });
  const { data, error, refetch } = useQuery({
    ...rollOutPreviewQuery(type, choice),
    enabled: choice.devices.length > 0,
  });
  const { withReason, dialog } = useReason();
  const { run, busy } = useAction((digest: string) => withReason((reason) => rollOut(type, choice, digest, reason)), {
    toast: ({ changed, proposed }) => t.done(changed, proposed),
    refetches: 'all',
    onDone,
    onFailure: () => refetch(),
  });
  const tried = useTries(data?.results ?? none);
  if (error) return <Failed text={error.message} again={() => void refetch()} />;
  if (choice.devices.length === 0) return <Empty icon="tick" title={copies.nothing} />;
  if (data === undefined) return <Loading />;
  const { results, refused, changed, needs_approval } = data;
  const leaveOut = (): void => {
    const out = new Set(results.filter((one) => one.refused !== null).map((one) => one.device));
    setChoice({ ...choice, devices: choice.devices.filter((id) => !out.has(id)) });
  };
  return (
    <Stack gap={12}>
      {dialog}
      {refused > 0 && (
        <Notice tone="warning" actions={<Button onClick={leaveOut}>{copies.leaveOut}</Button>}>
          {copies.refusedSome(refused)}
        </Notice>
      )}
      {needs_approval && <Notice tone="info">{copies.needsApproval}</Notice>}
      {changed === 0 && refused === 0 && <Empty icon="tick" title={copies.nothing} />}
      {results.map((one) => (
        <DeviceChanges key={one.device} one={one}>
          {one.refused === null && <Tried one={one} answer={tried.get(one.device)} />}
        </DeviceChanges>
      ))}
      <Checkbox
        checked={choice.with_open_warnings}
        onChange={(event) => setChoice({ ...choice, with_open_warnings: event.target.checked })}
      >
        {t.withOpen}
      </Checkbox>
      <Row gap={12} wrap>
        <Button look="primary" busy={busy} disabled={refused > 0} onClick={() => run(data.digest)}>
          {t.doIt(choice.devices.length)}
        </Button>
        <Button onClick={onDone}>{copies.back}</Button>
      </Row>
    </Stack>
  );
};

interface Props {
  readonly type: number;
  readonly template: DeviceTemplate;
  readonly devices: readonly TemplateDevice[];
}

/** Rolls the template in force out to the devices that may be edited, and undoes the newest roll-out. */
export const RollOut = ({ type, template, devices }: Props) => {
  const [shown, setShown] = useState<readonly TemplateDevice[] | null>(null);
  const { withReason, dialog } = useReason();
  const undo = useAction((id: number) => withReason((reason) => undoRollOut(type, id, reason)), {
    toast: t.undone,
    refetches: 'all',
  });
  const editable = devices.filter(({ may_edit }) => may_edit);
  const { undoable } = template;
  return (
    <Section gap={12}>
      {dialog}
      <Text as="h2" size={15} weight={600}>
        {t.rollOut(template.version)}
      </Text>
      {undoable && (
        <Notice
          tone="info"
          actions={
            <Button busy={undo.busy} onClick={() => undo.run(undoable.id)}>
              {t.undo}
            </Button>
          }
        >
          {t.undoable(undoable.by, undoable.devices)}
        </Notice>
      )}
      {shown ? (
        <Differences type={type} devices={shown} onDone={() => setShown(null)} />
      ) : (
        <Stack gap={12}>
          <Text tone="quiet">{t.rollOutAbout}</Text>
          <Row gap={12} wrap>
            <Button look="primary" disabled={editable.length === 0} onClick={() => setShown(editable)}>
              {t.look(editable.length)}
            </Button>
            {editable.length > 1 && <Button onClick={() => setShown(editable.slice(0, 1))}>{t.oneFirst}</Button>}
          </Row>
        </Stack>
      )}
    </Section>
  );
};
