import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Client, ClientStanding, ListedClient } from '@tocsin/contract/clients';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/clients';
import { texts as notifications } from '@tocsin/contract/texts/notifications';
import type { TableProps } from 'antd';
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../api/storage.ts';
import { useMe } from '../../domain/me.ts';
import { selectClient } from '../../domain/plant.ts';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button, Calm } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useAction } from '../../ui/use-action.ts';
import { usePhone } from '../../ui/use-media.ts';
import css from './clients.module.css';
import { orderingOf, pageOf } from './model.ts';
import { listQuery, type Ordering, pageSize } from './queries.ts';

type Columns = NonNullable<TableProps<ListedClient>['columns']>;
const t = texts.columns;

/** As the second number at the bell: outlined, so that it differs from what is active without colour. */
const Unacknowledged = ({ words }: { readonly words: string }) => (
  <Row
    as="span"
    inline
    gap={4}
    padding="1px 6px"
    border="1px solid var(--line2)"
    borderRadius="var(--r-pill)"
    size={12}
    weight={600}
  >
    <Icon name="bell" size={12} />
    {words}
  </Row>
);

/** How a client stands; a dash for what is not loaded. */
const Standing = ({ of, needs }: { readonly of: ClientStanding | undefined; readonly needs: number | undefined }) => {
  if (of === undefined) return '–';
  const { alarms, warnings, unacknowledged, cleared, offline } = of;
  const open = unacknowledged - cleared;
  const isQuiet = alarms + warnings + unacknowledged + offline + (needs ?? 1) === 0;
  return (
    <Row as="span" inline wrap gap={4} align="center">
      {alarms > 0 && <StatusTag severity="alarm" word={texts.standing.alarms(alarms)} />}
      {warnings > 0 && <StatusTag severity="warning" word={texts.standing.warnings(warnings)} />}
      {offline > 0 && <StatusTag severity="offline" word={texts.standing.offline(offline, of.devices)} />}
      {open > 0 && <Unacknowledged words={texts.standing.unacknowledged(open)} />}
      {cleared > 0 && <Unacknowledged words={notifications.bellCleared(String(cleared))} />}
      {isQuiet && <StatusTag severity="ok" word={texts.standing.quiet} />}
      {needs !== 0 && (
        <Text as="small" size={12} tone="quiet">
          {texts.standing.needs(needs)}
        </Text>
      )}
    </Row>
  );
};

const columnsOf = (
  ordering: Ordering,
  needsOf: (id: number) => number | undefined,
  change: ((client: Client) => void) | null,
  pick: (client: Client) => void,
  isPhone: boolean,
): Columns => {
  const changeOf = (client: Client) =>
    change && (
      <Button
        size="bar"
        aria-label={`${texts.change}: ${client.company}`}
        onClick={(event) => {
          event.stopPropagation();
          change(client);
        }}
      >
        {texts.change}
      </Button>
    );
  return [
    {
      title: <Calm>{t.company}</Calm>,
      rowScope: 'row',
      dataIndex: 'company',
      key: 'company',
      sorter: true,
      sortOrder: ordering === '-company' ? 'descend' : ordering === 'company' ? 'ascend' : null,
      render: (company: string, client) => (
        <Row as="span" inline={!isPhone} gap={8} justify="space-between" className={css.company}>
          <Text
            type="button"
            as="button"
            padding={0}
            weight={550}
            textAlign="left"
            tone="brand"
            className={css.pick}
            onClick={(event) => {
              event.stopPropagation();
              pick(client);
            }}
          >
            {company}
          </Text>
          {client.is_active ? null : <em>{texts.inactive}</em>}
          {isPhone && changeOf(client)}
        </Row>
      ),
    },
    {
      title: <Calm>{t.state}</Calm>,
      key: 'state',
      width: 240,
      render: (_, { id, standing }) => <Standing of={standing} needs={needsOf(id)} />,
    },
    {
      title: <Calm>{t.lastHeard}</Calm>,
      key: 'heard',
      render: (_, { standing }) =>
        standing === undefined ? (
          '–'
        ) : (
          <Text whiteSpace="nowrap">
            <Age
              at={standing.last_frame_at === null ? null : Date.parse(standing.last_frame_at)}
              now={serverNow}
              never={texts.standing.never}
            />
          </Text>
        ),
    },
    // A card of a phone leaves out what the form has.
    ...(isPhone
      ? [
          {
            title: <Calm>{t.contact}</Calm>,
            key: 'contact',
            render: (_: unknown, { full_name, phone }: Client) => (
              <>
                {full_name}, <Text whiteSpace="nowrap">{phone}</Text>
              </>
            ),
          },
        ]
      : [
          { title: <Calm>{t.fullName}</Calm>, dataIndex: 'full_name' },
          {
            title: <Calm>{t.phone}</Calm>,
            dataIndex: 'phone',
            render: (phone: string) => <Text whiteSpace="nowrap">{phone}</Text>,
          },
          { title: <Calm>{t.email}</Calm>, dataIndex: 'email' },
          { title: <Calm>{t.address}</Calm>, dataIndex: 'address', width: 180 },
          { title: <Calm>{t.account}</Calm>, dataIndex: 'number', width: 100 },
          ...(change
            ? [
                {
                  title: <Calm>{t.edit}</Calm>,
                  key: 'edit',
                  width: 110,
                  render: (_: unknown, client: Client) => changeOf(client),
                },
              ]
            : []),
        ]),
  ];
};

/** The page number, stored in the browser, so that an edit returns to the same page. */
const usePage = (search: string): readonly [number, (page: number) => void] => {
  const [page, setPage] = useState(() => (search === '' ? pageOf(readStored('offset'), pageSize) : 1));
  const set = (next: number): void => {
    writeStored('offset', String((next - 1) * pageSize));
    setPage(next);
  };
  return [page, set];
};

export const ClientListPage = () => {
  const { search = '' } = useParams({ strict: false });
  const me = useMe();
  const isPhone = usePhone();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [query, setQuery] = useState(search);
  const [ordering, setOrdering] = useState<Ordering>('worst');
  const [page, setPage] = usePage(search);
  const { data, error, refetch } = useQuery(listQuery(search, page, ordering));
  const needed = useQuery(listQuery(search, page, ordering, true)).data?.results;
  const needsOf = (id: number) => needed?.find((client) => client.id === id)?.standing?.needs ?? undefined;
  useEffect(() => setQuery(search), [search]);
  // If the list has become shorter, show its last page.
  const last = data ? Math.max(1, Math.ceil(data.count / pageSize)) : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list has become shorter.
  useEffect(() => {
    if (page > last) setPage(last);
  }, [page, last]);

  const find = (text: string): void => {
    setPage(1);
    const trimmed = text.trim();
    if (trimmed === '') void navigate({ to: '/clients' });
    else void navigate({ to: '/clients/$search', params: { search: trimmed } });
  };
  const { run: pick } = useAction((client: Client) => selectClient(queries, client.id), {
    onDone: () => navigate({ to: '/sites' }),
  });
  const isChangeable = data?.results.some((client) => may(client, 'client.change')) ?? false;
  const change = (client: Client): void =>
    void navigate({ to: '/clients/add/client/$id', params: { id: String(client.id) } });

  return (
    <>
      <PageHeader title={texts.title}>
        <Row
          as="form"
          flex="1 1 200px"
          gap={8}
          align="stretch"
          onSubmit={(event) => {
            event.preventDefault();
            find(query);
          }}
        >
          <SearchBox
            value={query}
            placeholder={texts.searchButton}
            onChange={(text) => {
              setQuery(text);
              if (text === '' && search !== '') find('');
            }}
          />
          {query.trim() !== search && <Button type="submit">{texts.searchButton}</Button>}
        </Row>
        {may(me, 'staff') && (
          <Button look="primary" onClick={() => void navigate({ to: '/clients/add/client' })}>
            {texts.add}
          </Button>
        )}
      </PageHeader>
      <ListTable<ListedClient>
        caption={texts.title}
        rows={data?.results}
        rowKey={(client) => client.id}
        columns={columnsOf(ordering, needsOf, isChangeable ? change : null, (client) => pick(client), isPhone)}
        onRow={(client) => ({ onClick: () => pick(client), className: css.row })}
        onChange={(_paging, _filters, sorter) => {
          if (Array.isArray(sorter)) return;
          const next = orderingOf(sorter.order ?? null);
          if (next === ordering) return;
          setOrdering(next);
          setPage(1);
        }}
        scroll={{ x: 1100 }}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={search === '' ? texts.empty : texts.emptyFound(search)}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
      />
    </>
  );
};
