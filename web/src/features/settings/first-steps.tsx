import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { endpoints, type FirstSteps as StepsDone } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/settings';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { useMe } from '../../domain/me.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Row, Text } from '../../ui/layout.tsx';
import { Loading } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import css from './first-steps.module.css';

const t = texts.firstSteps;
const query = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => call(endpoints.firstSteps, { signal }),
  // Always refetched, so that a finished step is marked as done when the user returns.
  staleTime: 0,
});

const order = [
  'mail',
  'client',
  'registry',
  'frame',
  'policy',
  'backup',
] as const satisfies readonly (keyof StepsDone['steps'])[];
const leads = {
  mail: '/oem/mailbox',
  client: '/clients/add/client',
  registry: '/oem/registry',
  frame: '/devices/add/device',
  policy: '/policies',
  backup: null,
} as const satisfies Record<keyof StepsDone['steps'], string | null>;

/** First steps of an operator in a new portal, above a page; hidden once all are done or when dismissed. */
export const FirstSteps = ({ children }: { readonly children: ReactNode }) => {
  const me = useMe();
  const isOperator = may(me, 'oem');
  // Until it is known whether there are steps, nothing is shown that they would push down; a failed call holds nothing up.
  const { isPending, failureCount, fetchStatus } = useQuery({ ...query, enabled: isOperator });
  return isPending && failureCount === 0 && fetchStatus === 'fetching' ? (
    <Loading />
  ) : (
    <>
      <Steps />
      {children}
    </>
  );
};

const Steps = () => {
  const me = useMe();
  const isOperator = may(me, 'oem');
  const queries = useQueryClient();
  const { data } = useQuery({ ...query, enabled: isOperator });
  const close = useAction(() => call(endpoints.closeFirstSteps, { body: { closed: true } }), {
    onDone: (closed) => queries.setQueryData(query.queryKey, closed),
  });
  if (!isOperator || data === undefined || data.closed || order.every((key) => data.steps[key])) return null;
  const done = order.filter((key) => data.steps[key]).length;
  return (
    <Text
      as="section"
      surface
      margin="20px var(--page-pad) 0"
      padding="16px 20px"
      className={css.steps}
      aria-labelledby="first-steps"
    >
      <Row as="header" wrap gap="4px 12px">
        <Text as="h2" size={16} line={24} id="first-steps">
          {t.title}
        </Text>
        <span>{t.done(done, order.length)}</span>
        <Button busy={close.busy} onClick={close.run}>
          {t.close}
        </Button>
      </Row>
      <Grid
        as="ol"
        columns="repeat(auto-fit, minmax(190px, 1fr))"
        gap="12px 20px"
        margin="12px 0 0"
        padding={0}
        listStyle="none"
      >
        {order.map((key) => {
          const to = leads[key];
          return (
            <Row
              as="li"
              gap={10}
              minWidth={0}
              align="stretch"
              key={key}
              className={data.steps[key] ? css.done : undefined}
            >
              <Icon
                name={data.steps[key] ? 'tick' : 'circle'}
                size={18}
                label={data.steps[key] ? t.isDone : t.isOpen}
              />
              <div>
                <strong>
                  {to === null || data.steps[key] ? t.steps[key].title : <Link to={to}>{t.steps[key].title}</Link>}
                </strong>
                <p>{t.steps[key].about}</p>
              </div>
            </Row>
          );
        })}
      </Grid>
    </Text>
  );
};
