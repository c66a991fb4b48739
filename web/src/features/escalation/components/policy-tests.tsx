import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Policy } from '@tocsin/contract/escalation';
import { may } from '@tocsin/contract/permissions';
import type { PolicyTest } from '@tocsin/contract/policy-tests';
import type { Severity } from '@tocsin/contract/status';
import { texts as t } from '@tocsin/contract/texts/policy-tests';
import { useState } from 'react';
import { Receipts } from '../../../domain/receipts.tsx';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Grid, Row, Text } from '../../../ui/layout.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { browserZone, spanText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { cancelTest, startTest, testQuery, testsQuery } from '../queries.ts';
import policies from './policies.module.css';
import css from './policy-tests.module.css';

const severities: Readonly<Record<PolicyTest['state'], Severity>> = {
  running: 'disabled',
  acknowledged: 'ok',
  unanswered: 'warning',
  cancelled: 'disabled',
};

/** Tag that says whether and when a policy was tested. */
export const TestState = ({ policy }: { readonly policy: Policy }) => {
  if (policy.running_test !== null) return <StatusTag severity="disabled" word={t.running} />;
  if (policy.is_test_due) return <StatusTag severity="warning" word={t.due} />;
  if (policy.tested_at === null) return <small className={policies.quiet}>{t.never}</small>;
  return (
    <small className={policies.quiet}>
      {t.tested} <Age at={Date.parse(policy.tested_at)} now={serverNow} />
    </small>
  );
};

/** Text that says how a test ended, and after how long. */
const outcomeOf = ({ state, ended_by, ended_at, started_at }: PolicyTest): string => {
  if (state === 'acknowledged' && ended_by !== null && ended_at !== null)
    return t.acknowledgedBy(ended_by, spanText(Date.parse(ended_at) - Date.parse(started_at)));
  if (state === 'cancelled') return ended_by === null ? t.policyRemoved : t.cancelledBy(ended_by);
  return '';
};

interface Props {
  readonly policy: Policy;
  /** IANA zone of the policy's site; null: the policy serves all sites. */
  readonly zone: string | null;
  readonly onClose: () => void;
}

/** Starts, shows and cancels live-fire tests of a policy, and lists earlier ones. */
export const PolicyTests = ({ policy, zone, onClose }: Props) => {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(testsQuery(policy.id));
  const [opened, setOpened] = useState<number | null>(null);
  const running = data?.results.find(({ state }) => state === 'running');
  const mayTest = may(policy, 'policy.change');
  const { run, busy: isBusy } = useAction((act: () => Promise<unknown>, _done: string) => act(), {
    toast: (_, _act, done) => done,
    refetches: [['on-call', 'policies']],
    refetchesAnyway: true,
  });
  // The policy has a new last test if one ended while it was shown.
  const close = (): void => {
    onClose();
    void queries.invalidateQueries({ queryKey: ['on-call', 'policies'] });
  };
  return (
    <Dialog title={t.titleOf(policy.title)} onClose={close} width={640}>
      <p>{t.about}</p>
      {!running && mayTest && (
        <Row
          wrap
          justify="space-between"
          gap="8px 16px"
          marginTop={12}
          padding={12}
          border="1px solid var(--line)"
          borderRadius="var(--r-card)"
        >
          <span>{t.notifies(policy.steps.length)}</span>
          <Button look="primary" busy={isBusy} onClick={() => run(() => startTest(policy.id), t.started)}>
            {t.start}
          </Button>
        </Row>
      )}
      {!mayTest && <p className={policies.quiet}>{t.noRight}</p>}
      {error && !data && <Failed text={t.failed} again={() => void refetch()} />}
      {!data && !error && <Skeleton width="70%" />}
      {data?.count === 0 && <p className={policies.quiet}>{t.none}</p>}
      <Text as="ul" margin="16px 0 0" padding={0} listStyle="none" aria-label={t.title}>
        {data?.results.map((test) => (
          <Text as="li" padding="10px 0" borderTop="1px solid var(--line)" key={test.id}>
            <Grid columns="minmax(120px, auto) 1fr auto" align="center" gap="4px 12px" className={css.test}>
              <StatusTag severity={severities[test.state]} word={t.states[test.state]} />
              <span>
                {outcomeOf(test)} {test.comment !== '' && <q>{test.comment}</q>}
                <Text as="small" display="block" tone="quiet">
                  <Age at={Date.parse(test.started_at)} now={serverNow} />, {t.startedBy(test.started_by)}
                </Text>
              </span>
              {test.state === 'running' && mayTest && (
                <Button size="bar" busy={isBusy} onClick={() => run(() => cancelTest(policy.id, test.id), t.cancelled)}>
                  {t.cancelTest}
                </Button>
              )}
              {test.state !== 'running' && (
                <Button
                  size="bar"
                  aria-expanded={opened === test.id}
                  onClick={() => setOpened(opened === test.id ? null : test.id)}
                >
                  {t.details}
                </Button>
              )}
            </Grid>
            {(test.state === 'running' || opened === test.id) && (
              <Notified policy={policy.id} test={test} zone={zone ?? browserZone()} />
            )}
          </Text>
        ))}
      </Text>
      {data && data.count > data.results.length && (
        <p className={policies.quiet}>{t.more(data.count - data.results.length)}</p>
      )}
    </Dialog>
  );
};

interface NotifiedProps {
  readonly policy: number;
  readonly test: PolicyTest;
  readonly zone: string;
}

const Notified = ({ policy, test, zone }: NotifiedProps) => {
  const { data, error, refetch } = useQuery(testQuery(policy, test.id));
  if (error && !data) return <Failed text={t.failed} again={() => void refetch()} />;
  if (!data) return <Skeleton width="60%" />;
  const { escalations, receipts } = data.escalation;
  // A test that has ended has no next step.
  const running = data.test.state === 'running' ? escalations : [];
  return (
    <section className={css.notified} aria-label={t.details}>
      <Receipts data={{ escalations: running, receipts }} zone={zone} />
    </section>
  );
};
