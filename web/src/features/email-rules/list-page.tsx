import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EmailRule } from '@tocsin/contract/email-rules';
import { texts } from '@tocsin/contract/texts/email-rules';
import { Segmented, type TableProps } from 'antd';
import { useMe } from '../../domain/me.ts';
import { managesClient } from '../../domain/rights.ts';
import { useSelection } from '../../domain/selection.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useSessionState } from '../../ui/use-session-state.ts';
import { contactText, coversNothing, devicesText } from './model.ts';
import { pageSize, rulesQuery } from './queries.ts';
import css from './rules.module.css';

type Columns = NonNullable<TableProps<EmailRule>['columns']>;
const t = texts.columns;

const columnsOf = (showsPerson: boolean, change: (rule: EmailRule) => void): Columns => [
  ...(showsPerson
    ? [
        {
          title: t.person,
          key: 'person',
          render: (_: unknown, rule: EmailRule) => rule.user.full_name || rule.user.email,
        },
      ]
    : []),
  {
    title: t.method,
    key: 'method',
    render: (_, rule) => (
      <Row as="span" inline gap={8} className={css.method}>
        {rule.delivery_method}: {rule.contact}
        {rule.is_active ? null : <em>{texts.inactive}</em>}
      </Row>
    ),
  },
  { title: t.type, key: 'type', render: (_, rule) => texts.events[rule.event_type] },
  { title: t.contact, key: 'contact', render: (_, rule) => contactText(rule) },
  {
    title: t.devices,
    key: 'devices',
    render: (_, rule) =>
      coversNothing(rule) ? (
        <Row as="span" inline gap={6} weight={600}>
          <Icon name="warning" size={16} /> {devicesText(rule)}
        </Row>
      ) : (
        devicesText(rule)
      ),
  },
  {
    title: '',
    key: 'change',
    width: 110,
    render: (_, rule) => (
      <Button
        size="bar"
        aria-label={`${texts.change}: ${texts.events[rule.event_type]}, ${rule.contact}`}
        onClick={() => change(rule)}
      >
        {texts.change}
      </Button>
    ),
  },
];

export const RuleListPage = () => {
  const me = useMe();
  const navigate = useNavigate();
  const { client } = useSelection();
  const [search, setSearch] = useSessionState('rules:search', '');
  const [page, setPage] = useSessionState('rules:page', 1);
  const [stored, setWhose] = useSessionState('rules:whose', 'mine');
  // Account managers see and edit the rules of their client's users.
  const seesAll = me !== undefined && managesClient(me);
  const whose = seesAll && stored === 'all' ? 'all' : 'mine';
  const { data, error, refetch } = useQuery(rulesQuery(search.trim(), whose, page, client));
  const find = (text: string): void => {
    setSearch(text);
    setPage(1);
  };
  return (
    <>
      <PageHeader title={texts.title}>
        {seesAll && (
          <Segmented
            aria-label={texts.whose}
            value={whose}
            options={[
              { value: 'mine', label: texts.mine },
              { value: 'all', label: texts.everybody },
            ]}
            onChange={(next) => {
              setWhose(next);
              setPage(1);
            }}
          />
        )}
        <SearchBox value={search} placeholder={texts.filter} onChange={find} />
        <Button disabled={search === ''} onClick={() => find('')}>
          {texts.reset}
        </Button>
        <Button look="primary" onClick={() => void navigate({ to: '/user/setting/add/notification' })}>
          {texts.add}
        </Button>
      </PageHeader>
      <ListTable<EmailRule>
        caption={texts.title}
        rows={data?.results}
        rowKey={(rule) => rule.id}
        columns={columnsOf(
          whose === 'all',
          (rule) => void navigate({ to: '/user/setting/add/notification/$id', params: { id: String(rule.id) } }),
        )}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={search === '' ? texts.empty : texts.emptyFound}
        emptyIcon={search === '' ? 'mail' : 'search'}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
      />
    </>
  );
};
