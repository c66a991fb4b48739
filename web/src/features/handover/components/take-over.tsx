import { useQueryClient } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { usePageSkip } from '../../../ui/page-skips.ts';
import { dayMinuteText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { takeOver } from '../queries.ts';
import css from './take-over.module.css';

/** The form that takes over a shift. Its checkbox confirms the points shown when it was set; a new point clears it. */
export const TakeOver = ({ shown }: { readonly shown: Handover }) => {
  const queries = useQueryClient();
  const [comment, setComment] = useState('');
  const [readKeys, setReadKeys] = useState('');
  usePageSkip(shown.may_take_over ? { id: 'take-over', label: texts.skip } : null);
  const keys = `${shown.from} ${shown.points.map(({ key }) => key).join(' ')}`;
  const { run: send, busy } = useAction(() => takeOver(queries, shown, comment.trim()), {
    toast: texts.took,
    onDone: () => {
      setComment('');
      setReadKeys('');
    },
  });
  return (
    <Stack
      id="take-over"
      tabIndex={-1}
      as="section"
      surface
      gap={8}
      margin="0 var(--page-pad) 16px"
      padding="12px 16px"
      className={css.bar}
      aria-label={texts.taken}
    >
      <ul>
        {shown.takeovers.length === 0 && <li>{texts.notTaken}</li>}
        {shown.takeovers.map(({ id, by, at, points, comment: note }) => (
          <li key={id}>
            {texts.takenBy(by, dayMinuteText(Date.parse(at), shown.site.timezone), points)}
            {note && (
              <Text as="small" tone="quiet">
                {note}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {shown.may_take_over && (
        <Row wrap gap="8px 16px" className={css.form}>
          <Input
            aria-label={texts.comment}
            placeholder={texts.comment}
            maxLength={1_500}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <Checkbox checked={readKeys === keys} onChange={(event) => setReadKeys(event.target.checked ? keys : '')}>
            {texts.read(shown.points.length)}
          </Checkbox>
          <Button look="primary" size="large" disabled={readKeys !== keys} busy={busy} onClick={send}>
            {texts.takeOver(shown.held_by)}
          </Button>
        </Row>
      )}
    </Stack>
  );
};
