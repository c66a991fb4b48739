import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { endpoints } from '@tocsin/contract/notifications';
import { useState } from 'react';
import { ListTable } from '../../kit/list-table.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SearchBox } from '../../kit/search-box.tsx';
import { Segments } from '../../kit/segments.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { browserZone, exactText } from '../../kit/time.ts';
import { call } from '../../wire/call.ts';
import { useSites } from '../../wire/plant.ts';
import { useSelection } from '../../wire/selection.ts';
import css from './log-page.module.css';
import { durationText, severityOf } from './model.ts';
import { texts } from './texts.ts';

/** Page size of the log (decisions.md 9). */
const size = 25;
const tabs = [
  { key: 'active', label: texts.active },
  { key: 'historical', label: texts.historical },
] as const;

/** The notification log: of the selected site and device, or of everything one may see under /notifications/all. */
export const NotificationLogPage = () => {
  const everything = useRouterState({ select: (state) => state.location.pathname.startsWith('/notifications/all') });
  const { client, site, device } = useSelection();
  const sites = useSites().data?.results ?? [];
  const [tab, setTab] = useState<'active' | 'historical'>('active');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const where = everything
    ? {}
    : { ...(site === null ? {} : { location: site }), ...(device === null ? {} : { device }) };
  const active = tab === 'active';
  const { data, error, refetch } = useQuery({
    queryKey: ['notification-log', client, where, tab, search, page],
    queryFn: ({ signal }) =>
      call(endpoints.list, {
        query: {
          ...where,
          ...(active ? { is_active: 'true' as const } : {}),
          search,
          limit: size,
          offset: (page - 1) * size,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const zoneOf = (row: Notification): string =>
    sites.find((each) => each.id === row.location_id)?.timezone ?? browserZone();
  return (
    <>
      <PageHeader
        title={texts.title}
        about={everything ? texts.everything : null}
        back={<Link to="/sites">{texts.sites}</Link>}
      >
        <SearchBox
          value={search}
          placeholder={texts.search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </PageHeader>
      <div className={css.tabs}>
        <Segments
          label={texts.title}
          items={tabs}
          current={tab}
          onPick={(next) => {
            setTab(next);
            setPage(1);
          }}
        />
      </div>
      <ListTable<Notification>
        rows={data?.results}
        rowKey={(row) => row.id}
        caption={texts.title}
        empty={texts.empty}
        error={error?.message}
        again={() => void refetch()}
        paging={{ page, size, total: data?.count ?? 0, onPage: setPage }}
        columns={[
          { title: texts.columns.time, render: (_, row) => exactText(Date.parse(row.date_created), zoneOf(row)) },
          { title: texts.columns.location, dataIndex: 'location' },
          { title: texts.columns.device, dataIndex: 'device' },
          { title: texts.columns.sensor, dataIndex: 'sensor_name' },
          {
            title: texts.columns.event,
            render: (_, row) => <StatusTag severity={severityOf(row.event_type)} word={row.event_type_label} />,
          },
          { title: texts.columns.content, dataIndex: 'content' },
          {
            title: texts.columns.inAlarm,
            render: (_, row) => (active ? (row.is_active ? texts.on : texts.off) : durationText(row.duration)),
          },
        ]}
      />
    </>
  );
};
