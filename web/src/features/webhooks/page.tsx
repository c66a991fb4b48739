import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/webhooks';
import type { Webhook } from '@tocsin/contract/webhooks';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { useSites } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NotAllowed } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { browserZone, momentText } from '../../ui/time.ts';
import { eventNames } from './event-names.ts';
import { LogDialog } from './log-dialog.tsx';
import { pageSize, webhooksQuery } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import css from './webhooks.module.css';

const atText = (iso: string): string => momentText(Date.parse(iso), serverNow(), browserZone());

const State = ({ webhook }: { readonly webhook: Webhook }) => (
  <span className={css.cell}>
    {webhook.turned_off_at !== null ? (
      <StatusTag severity="warning" word={texts.gone} />
    ) : webhook.is_active && webhook.failing_since !== null ? (
      <>
        <StatusTag severity="warning" word={texts.failing(atText(webhook.failing_since))} />
        {webhook.last_error !== null && <small>{webhook.last_error}</small>}
      </>
    ) : webhook.is_active ? (
      texts.on
    ) : (
      texts.off
    )}
    {webhook.is_active && webhook.paused_until !== null && Date.parse(webhook.paused_until) > serverNow() && (
      <StatusTag severity="warning" word={texts.paused(atText(webhook.paused_until))} />
    )}
    {webhook.dropped > 0 && <small>{texts.dropped(webhook.dropped)}</small>}
  </span>
);

/** Webhooks that the user manages, with their logs. */
export const WebhooksPage = () => {
  const { client, site } = useSelection();
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [logOf, setLogOf] = useState<Webhook | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { data: sites } = useSites();
  const { data, error, refetch } = useQuery(webhooksQuery(client, page));
  const columns: NonNullable<TableProps<Webhook>['columns']> = [
    {
      title: texts.columns.title,
      key: 'title',
      render: (_, one) => (
        <span className={css.cell}>
          <b>{one.title}</b>
          <small>
            {texts.formats[one.format]}, {new URL(one.url).host}
          </small>
        </span>
      ),
    },
    {
      title: texts.columns.about,
      key: 'about',
      render: (_, one) => (
        <span className={css.cell}>
          {one.location_name ?? texts.allSites}
          <small>
            {one.policies_only ? texts.policiesOnly : one.event_types.map((type) => eventNames[type]).join(', ')}
          </small>
        </span>
      ),
    },
    { title: texts.columns.state, key: 'state', render: (_, one) => <State webhook={one} /> },
    {
      title: '',
      key: 'actions',
      align: 'right',
      render: (_, one) => (
        <Row as="span" wrap gap={8} justify="flex-end" align="stretch">
          <Button size="bar" onClick={() => setLogOf(one)}>
            {texts.log}
          </Button>
          <Button size="bar" onClick={() => setEdited(one)}>
            {texts.edit}
          </Button>
        </Row>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={texts.title} about={texts.about}>
        {data?.may_add && (
          <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        )}
      </PageHeader>
      {data?.count === 0 && !data.may_add ? (
        <NotAllowed text={texts.notAllowed} />
      ) : (
        <ListTable<Webhook>
          rows={data?.results}
          rowKey={(one) => one.id}
          caption={texts.title}
          empty={texts.empty}
          error={error ? texts.failed : undefined}
          again={() => void refetch()}
          columns={columns}
          scroll={{}}
          paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
        />
      )}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? null : edited}
          site={site}
          sites={sites?.results ?? []}
          onClose={() => setEdited(null)}
          onSecret={setSecret}
        />
      )}
      {logOf && <LogDialog webhook={logOf} onClose={() => setLogOf(null)} />}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
};
