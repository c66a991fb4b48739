import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/sites';
import type { AssignedUser } from '@tocsin/contract/users';
import type { TableProps } from 'antd';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useSessionState } from '../../ui/use-session-state.ts';
import { accessText, stateText } from './model.ts';
import { assignedQuery, userPageSize } from './queries.ts';
import css from './sites.module.css';

const t = texts.users;
type Columns = NonNullable<TableProps<AssignedUser>['columns']>;

const columnsOf = (change: (user: AssignedUser) => void): Columns => [
  { title: t.name, dataIndex: 'full_name' },
  { title: t.email, dataIndex: 'email' },
  {
    title: t.role,
    key: 'role',
    render: (_, user) => (user.is_accounts_management ? t.manager : (user.location_membership?.permission ?? '')),
  },
  { title: t.access, key: 'access', render: (_, user) => accessText(user) },
  { title: t.state, key: 'state', render: (_, user) => stateText(user) },
  {
    title: '',
    key: 'change',
    width: 110,
    render: (_, user) => (
      <Button
        size="bar"
        disabled={!may(user, 'user.change')}
        aria-label={`${t.change}: ${user.full_name || user.email}`}
        onClick={() => change(user)}
      >
        {t.change}
      </Button>
    ),
  },
];

type Props = { readonly client: number; readonly site: number };

/** Table of the client's users and their access to this site. */
export const AssignedUsers = ({ client, site }: Props) => {
  const navigate = useNavigate();
  const [filter, setFilter] = useSessionState(`users:${site}:filter`, '');
  const [page, setPage] = useSessionState(`users:${site}:page`, 1);
  const { data, error, refetch } = useQuery(assignedQuery(client, site, filter.trim(), page));
  const find = (text: string): void => {
    setFilter(text);
    setPage(1);
  };
  const change = (user: AssignedUser): void =>
    void navigate({ to: '/sites/edit/assign/user/$id', params: { id: String(user.id) }, search: { site } });
  return (
    <section className={css.users} aria-labelledby="users-title">
      <Row
        as="header"
        wrap
        justify="space-between"
        gap="8px 20px"
        padding="0 var(--page-pad)"
        className={css.usersHead}
      >
        <h2 id="users-title">{t.title}</h2>
        <Row wrap gap={8} align="stretch">
          <SearchBox value={filter} placeholder={t.filter} onChange={find} />
          <Button disabled={filter === ''} onClick={() => find('')}>
            {t.reset}
          </Button>
          <Button look="primary" onClick={() => void navigate({ to: '/sites/add/user', search: { site } })}>
            {t.add}
          </Button>
        </Row>
      </Row>
      <ListTable<AssignedUser>
        caption={t.title}
        rows={data?.results}
        rowKey={(user) => user.id}
        columns={columnsOf(change)}
        paging={{ page, size: userPageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={filter === '' ? t.empty : t.emptyFound}
        error={error ? t.failed : undefined}
        again={() => void refetch()}
      />
    </section>
  );
};
