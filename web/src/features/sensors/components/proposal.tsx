import { may } from '@tocsin/contract/permissions';
import { endpoints, type ProposedWarnings } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/changes';
import { Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Device } from '../../../domain/plant.ts';
import { allWarningsQuery } from '../../../domain/warning-rules.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { exactText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import css from './proposal.module.css';

const Sentences = ({ title, rules }: { readonly title: string; readonly rules: readonly string[] }) =>
  rules.length === 0 ? null : (
    <>
      <b>{title}</b>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </>
  );

/** A proposed change of the rules, with buttons for users who may approve or reject it. */
export const Proposal = ({ device, proposed }: { readonly device: Device; readonly proposed: ProposedWarnings }) => {
  const [comment, setComment] = useState('');
  const { run: decide, busy } = useAction(
    (decision: 'approve' | 'decline') =>
      call(endpoints.decideWarnings, {
        params: { id: device.id },
        body: { proposal: proposed.id, decision, comment: comment.trim() },
      }),
    {
      toast: (_, decision) => (decision === 'approve' ? texts.approved : texts.declined),
      refetches: [allWarningsQuery(device.id).queryKey],
      refetchesAnyway: true,
    },
  );
  const mayDecide = may(device, 'device.manage');
  return (
    <Notice tone="warning">
      <Stack gap={8} className={css.proposal}>
        <b>{texts.proposed(proposed.by, exactText(Date.parse(proposed.at), device.timezone))}</b>
        <p>{texts.why(proposed.reason)}</p>
        <Sentences title={texts.removed} rules={proposed.removed} />
        <Sentences title={texts.added} rules={proposed.added} />
        <p>{proposed.is_outdated ? texts.outdated : texts.proposedAbout}</p>
        {mayDecide || <p>{texts.only}</p>}
        {mayDecide && (
          <Row wrap gap={8} align="stretch" className={css.decision}>
            <Input
              aria-label={texts.comment}
              placeholder={texts.comment}
              maxLength={1500}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
            {!proposed.is_own && !proposed.is_outdated && (
              <Button look="primary" busy={busy} onClick={() => decide('approve')}>
                {texts.approve}
              </Button>
            )}
            <Button disabled={busy} onClick={() => decide('decline')}>
              {proposed.is_own ? texts.withdraw : texts.decline}
            </Button>
          </Row>
        )}
      </Stack>
    </Notice>
  );
};
