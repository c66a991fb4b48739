import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiKey } from '@tocsin/contract/api-keys';
import { texts } from '@tocsin/contract/texts/api-keys';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { browserZone, dayText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { keysQuery, revokeKey } from '../queries.ts';
import { type CreatedKey, KeyDialog } from './key-dialog.tsx';
import { NewKey } from './new-key.tsx';
import css from './page.module.css';
import { ServiceAccounts } from './service-accounts.tsx';

const t = texts.columns;

const Used = ({ row }: { readonly row: ApiKey }) => (
  <span className={css.used}>
    <Age at={row.used_at === null ? null : Date.parse(row.used_at)} now={serverNow} never={texts.never} />
    {row.used_address && ` ${texts.from} ${row.used_address}`}
  </span>
);

const columnsWith = (onRevoke: (row: ApiKey) => void): NonNullable<TableProps<ApiKey>['columns']> => [
  {
    title: t.name,
    render: (_, row) => (
      <Row as="span" inline wrap align="baseline" gap="4px 8px" className={css.name}>
        <strong>{row.name}</strong>
        <code>…{row.tail}</code>
      </Row>
    ),
  },
  { title: t.reads, render: (_, row) => row.scopes.map((scope) => texts.scopes[scope].name).join(', ') },
  { title: t.client, render: (_, row) => row.client?.company ?? texts.everything },
  { title: t.used, render: (_, row) => <Used row={row} /> },
  {
    title: t.ends,
    render: (_, row) =>
      row.is_expired ? (
        <StatusTag severity="disabled" word={texts.expired} />
      ) : (
        dayText(Date.parse(row.expires_at), browserZone())
      ),
  },
  {
    title: t.actions,
    align: 'right',
    render: (_, row) => (
      <Button look="danger" size="bar" aria-label={`${texts.revoke}: ${row.name}`} onClick={() => onRevoke(row)}>
        {texts.revoke}
      </Button>
    ),
  },
];

/** The user's API keys: list, create, revoke. */
export const KeysPage = () => {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(keysQuery());
  const [making, setMaking] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const { ask, dialog } = useConfirm();
  const again = () => queries.invalidateQueries({ queryKey: ['api-keys'] });
  const revoke = (row: ApiKey): void =>
    ask({
      title: texts.revokeTitle(row.name),
      body: texts.revokeBody,
      yes: texts.revoke,
      no: texts.keep,
      danger: true,
      act: async () => {
        await revokeKey(row.id);
        showToast('success', texts.revoked);
        await again();
      },
    });
  const make = (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      {texts.make}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} about={texts.about} back={<Link to="/user/setting">{texts.back}</Link>}>
        <Text
          as="a"
          minHeight={36}
          paddingRight={8}
          tone="brand"
          weight={550}
          className={css.docs}
          href="/api/docs/"
          target="_blank"
          rel="noreferrer"
        >
          {texts.docs}
        </Text>
        {make}
      </PageHeader>
      <ListTable<ApiKey>
        caption={texts.title}
        rows={data?.results}
        rowKey={(row) => row.id}
        columns={columnsWith(revoke)}
        empty={texts.none}
        emptyAction={<p className={css.about}>{texts.noneText}</p>}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
      />
      {dialog}
      <ServiceAccounts />
      {making && (
        <KeyDialog
          onClose={() => setMaking(false)}
          onCreated={(fresh) => {
            setMaking(false);
            setCreated(fresh);
            void again();
          }}
        />
      )}
      {created && <NewKey created={created} onClose={() => setCreated(null)} />}
    </>
  );
};
