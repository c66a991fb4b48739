import { useQuery } from '@tanstack/react-query';
import type { Policy } from '@tocsin/contract/escalation';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { texts as tests } from '@tocsin/contract/texts/policy-tests';
import { useState } from 'react';
import { useSites } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Skeleton } from '../../ui/states.tsx';
import css from './components/policies.module.css';
import { PolicyDialog } from './components/policy-dialog.tsx';
import { PolicyTests, TestState } from './components/policy-tests.tsx';
import { PolicyText } from './components/policy-text.tsx';
import { policiesQuery } from './queries.ts';

/** The escalation policies of the selected client or site, with buttons to add and change them. */
export const PoliciesPage = () => {
  const { client, site } = useSelection();
  const { data: places } = useSites();
  const sites = places?.results ?? [];
  const [edited, setEdited] = useState<Policy | 'new' | null>(null);
  const { data, error, refetch } = useQuery(policiesQuery(client, site));
  const [tested, setTested] = useState<number | null>(null);
  const list = data?.results ?? [];
  const shown = list.find(({ id }) => id === tested);
  const mayEdit = data?.may_add === true || list.some((policy) => may(policy, 'policy.change'));
  return (
    <>
      <PageHeader title={texts.title}>
        {data?.may_add && (
          <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        )}
      </PageHeader>
      <Text
        as="section"
        surface
        margin="0 var(--page-pad) 16px"
        padding="12px 16px"
        className={css.card}
        aria-label={texts.title}
      >
        {error && !data && <Failed text={texts.failed} again={() => void refetch()} />}
        {!data && !error && <Skeleton width="70%" />}
        {data?.count === 0 && (
          <p>
            <b>{texts.empty}.</b> {texts.emptyText}
          </p>
        )}
        {data && !mayEdit && <p className={css.quiet}>{texts.noRight}</p>}
        {list.map((policy) => (
          <Text
            key={policy.id}
            as="article"
            marginTop={8}
            paddingTop={8}
            borderTop="1px solid var(--line)"
            aria-label={policy.title}
          >
            <Row wrap justify="space-between" gap={8} paddingBottom={4}>
              <h3>{policy.title}</h3>
              <TestState policy={policy} />
              <Text flex={1} />
              <Button size="bar" aria-label={tests.openOf(policy.title)} onClick={() => setTested(policy.id)}>
                {tests.open}
              </Button>
              {may(policy, 'policy.change') && (
                <Button
                  size="bar"
                  icon="edit"
                  aria-label={texts.editTitle(policy.title)}
                  onClick={() => setEdited(policy)}
                >
                  {texts.edit}
                </Button>
              )}
            </Row>
            <PolicyText policy={policy} place={policy.location_name ?? texts.allSites} />
          </Text>
        ))}
        {data && data.count > list.length && <p className={css.quiet}>{texts.more(data.count - list.length)}</p>}
      </Text>
      {shown && (
        <PolicyTests
          policy={shown}
          zone={sites.find(({ id }) => id === shown.location)?.timezone ?? null}
          onClose={() => setTested(null)}
        />
      )}
      {edited && (
        <PolicyDialog
          policy={edited === 'new' ? null : edited}
          client={client}
          site={site}
          sites={sites}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
};
