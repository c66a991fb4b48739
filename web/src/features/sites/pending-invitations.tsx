import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '@tocsin/contract/invitations';
import { texts } from '@tocsin/contract/texts/sites';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Row } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pageLocale } from '../../ui/locale.ts';
import { invitationPageSize, invitationsQuery, revokeInvitation } from './queries.ts';
import css from './sites.module.css';

const t = texts.invitations;
type Columns = NonNullable<TableProps<Invitation>['columns']>;

const rightsOf = ({ is_accounts_management, location_access }: Invitation): string =>
  is_accounts_management
    ? texts.users.manager
    : location_access.map(({ title, permission }) => `${title} (${permission})`).join(', ');
const dayOf = (iso: string): string => new Date(iso).toLocaleDateString(pageLocale('en-US'), { dateStyle: 'medium' });

const columnsOf = (revoke: (invitation: Invitation) => void): Columns => [
  { title: t.email, dataIndex: 'email', rowScope: 'row' },
  { title: t.access, key: 'access', render: (_, each) => rightsOf(each) },
  { title: t.sentBy, dataIndex: 'invited_by' },
  { title: t.state, key: 'state', render: (_, each) => t.states[each.state](dayOf(each.expires_at)) },
  {
    title: '',
    key: 'revoke',
    width: 110,
    render: (_, each) => (
      <Button size="bar" aria-label={`${t.revoke[each.state]}: ${each.email}`} onClick={() => revoke(each)}>
        {t.revoke[each.state]}
      </Button>
    ),
  },
];

/** The client's open invitations; nothing if there are none. */
export const PendingInvitations = ({ client }: { readonly client: number }) => {
  const { ask, dialog } = useConfirm();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(invitationsQuery(client, page));
  if (data?.count === 0 && !error) return null;
  const revoke = (invitation: Invitation): void =>
    ask({
      title: t.ask(invitation.email),
      body: t.about,
      yes: t.revoke[invitation.state],
      danger: invitation.state === 'pending',
      act: () => revokeInvitation(client, invitation.id),
      toast: t.done,
      refetches: [['invitations']],
    });
  return (
    <section className={css.users} aria-labelledby="invitations-title">
      <Row
        as="header"
        wrap
        justify="space-between"
        gap="8px 20px"
        padding="0 var(--page-pad)"
        className={css.usersHead}
      >
        <h2 id="invitations-title">{t.title}</h2>
      </Row>
      <ListTable<Invitation>
        caption={t.title}
        rows={data?.results}
        rowKey={(invitation) => invitation.id}
        columns={columnsOf(revoke)}
        paging={{ page, size: invitationPageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={t.empty}
        error={error ? t.failed : undefined}
        again={() => void refetch()}
      />
      {dialog}
    </section>
  );
};
