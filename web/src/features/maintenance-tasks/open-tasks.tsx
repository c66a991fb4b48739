import { useQuery } from '@tanstack/react-query';
import type { MaintenanceTask } from '@tocsin/contract/maintenance-tasks';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/maintenance-tasks';
import { Input } from 'antd';
import { useState } from 'react';
import { useSubmit } from '../../domain/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { calendarDayText } from '../../ui/time.ts';
import { openTasksQuery } from './queries.ts';

const Task = ({ task }: { readonly task: MaintenanceTask }) => {
  const [comment, setComment] = useState<string | null>(null);
  const { run, busy } = useSubmit(texts.closed, () => setComment(null));
  const close = (): void =>
    run({
      kind: 'task',
      about: task.what,
      site: task.location,
      device: task.device,
      task: task.id,
      text: comment?.trim() ?? '',
    });
  return (
    <Stack as="li" gap={8} padding="8px 0" borderTop="1px solid var(--line)" overflowWrap="anywhere">
      <Row justify="space-between" gap={8}>
        <Stack gap={2}>
          <b>{task.what}</b>
          <Note>
            {task.device_name}, {task.owner.name}, {calendarDayText(task.due)}
          </Note>
        </Stack>
        {comment === null && may(task, 'task.change') && (
          <Button size="large" onClick={() => setComment('')}>
            {texts.close}
          </Button>
        )}
      </Row>
      {comment !== null && (
        <Row wrap gap={8} align="stretch">
          <Input
            aria-label={texts.comment}
            placeholder={texts.comment}
            maxLength={1_500}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button size="large" look="primary" busy={busy} disabled={comment.trim() === ''} onClick={close}>
            {texts.close}
          </Button>
        </Row>
      )}
    </Stack>
  );
};

/** Open tasks of a site or of one of its devices, closed with one hand; nothing if there are none. */
export const OpenTasks = ({ site, device }: { readonly site: number; readonly device: number | null }) => {
  const { data } = useQuery(openTasksQuery(site, device));
  if (!data || data.results.length === 0) return null;
  return (
    <Stack as="section" surface gap={4} padding="12px 16px" aria-label={texts.title}>
      <Text as="h2" size={16}>
        {texts.title}
      </Text>
      <ul>
        {data.results.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </Stack>
  );
};
