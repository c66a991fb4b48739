import { useQueryClient } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useMe } from '../../../domain/me.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { usePageSkip } from '../../../ui/page-skips.ts';
import { dayMinuteText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useTablet } from '../../../ui/use-media.ts';
import { takeOverText } from '../model.ts';
import { takeOver } from '../queries.ts';
import css from './take-over.module.css';

/** Who took over a shift, and at the foot of the screen the form that does. Its checkbox confirms the points shown when it was set; a new point clears it. */
export const TakeOver = ({ shown }: { readonly shown: Handover }) => {
  const queries = useQueryClient();
  const narrow = useTablet();
  const me = useMe();
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
  const isRead = readKeys === keys;
  return (
    <>
      <Text as="ul" surface margin="0 var(--page-pad) 12px" padding="12px 16px" className={css.taken}>
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
      </Text>
      {shown.may_take_over && (
        <Row
          id="take-over"
          tabIndex={-1}
          as="section"
          surface
          wrap
          position="sticky"
          zIndex={5}
          gap="8px 16px"
          padding="8px 16px"
          boxShadow="0 -4px 16px rgb(0 0 0 / 12%)"
          className={css.bar}
          aria-label={texts.taken}
        >
          {(!narrow || isRead) && (
            <Input
              aria-label={texts.comment}
              placeholder={texts.comment}
              maxLength={1_500}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
          <Checkbox checked={isRead} onChange={(event) => setReadKeys(event.target.checked ? keys : '')}>
            {texts.read(shown.points.length)}
          </Checkbox>
          <Button look="primary" size="large" disabled={!isRead} busy={busy} onClick={send}>
            {takeOverText(shown.held_by, me?.full_name)}
          </Button>
        </Row>
      )}
    </>
  );
};
