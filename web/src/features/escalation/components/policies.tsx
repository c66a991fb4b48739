import { useQuery } from '@tanstack/react-query';
import type { Policy } from '@tocsin/contract/escalation';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { texts as tests } from '@tocsin/contract/texts/policy-tests';
import { useState } from 'react';
import type { Site } from '../../../domain/plant.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { policiesQuery } from '../queries.ts';
import card from './card.module.css';
import css from './policies.module.css';
import { PolicyDialog } from './policy-dialog.tsx';
import { PolicyTests, TestState } from './policy-tests.tsx';
import { PolicyText } from './policy-text.tsx';

interface Props {
  readonly client: number | null;
  readonly site: number | null;
  readonly sites: readonly Site[];
}

/** The escalation policies of the selected client or site, with buttons to add and change them. */
export const Policies = ({ client, site, sites }: Props) => {
  const [edited, setEdited] = useState<Policy | 'new' | null>(null);
  const { data, error, refetch } = useQuery(policiesQuery(client, site));
  const [tested, setTested] = useState<number | null>(null);
  const list = data?.results ?? [];
  const shown = list.find(({ id }) => id === tested);
  const mayEdit = data?.may_add === true || list.some((policy) => may(policy, 'policy.change'));
  return (
    <Text as="section" surface padding="12px 16px" className={card.card} aria-label={texts.title}>
      <Row wrap justify="space-between" gap={8} className={css.head}>
        <h2>{texts.title}</h2>
        {data?.may_add && (
          <Button size="bar" icon="plus" onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        )}
      </Row>
      {error && !data && <Failed text={texts.failed} again={() => void refetch()} />}
      {!data && !error && <Skeleton width="70%" />}
      {data?.count === 0 && (
        <p>
          <b>{texts.empty}.</b> {texts.emptyText}
        </p>
      )}
      {data && !mayEdit && <p className={card.quiet}>{texts.noRight}</p>}
      {list.map((policy) => (
        <Text
          key={policy.id}
          as="article"
          marginTop={8}
          paddingTop={8}
          borderTop="1px solid var(--line)"
          className={css.policy}
          aria-label={policy.title}
        >
          <Row wrap justify="space-between" gap={8} className={css.head}>
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
      {data && data.count > list.length && <p className={card.quiet}>{texts.more(data.count - list.length)}</p>}
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
    </Text>
  );
};
