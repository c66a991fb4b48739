import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { may } from '@tocsin/contract/permissions';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { Checkbox, type TableProps } from 'antd';
import { useEffect, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { useStored } from '../../../api/use-stored.ts';
import { EventTasks } from '../../../domain/hand-over.tsx';
import { nowQuery } from '../../../domain/overview.ts';
import { useDevice, useSites } from '../../../domain/plant.ts';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { QuietCard } from '../../../domain/quiet-card.tsx';
import { NotificationResponse } from '../../../domain/response.tsx';
import { useSelection } from '../../../domain/selection.ts';
import { useNotifications } from '../../../live/notifications.ts';
import { useRefetchOnArrival } from '../../../live/refetch-on-arrival.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { browserZone } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useMedia, usePhone } from '../../../ui/use-media.ts';
import { badgeText, isAcknowledgeable, whatText } from '../model.ts';
import { SoundSwitch } from '../sound/sound-switch.tsx';
import { type LogAddress, logAddress } from './address.ts';
import { BulkBar, SelectAll } from './bulk-bar.tsx';
import { LogCards } from './cards.tsx';
import { Acknowledged, Event, InAlarm, Sensor, Shelve, When } from './cells.tsx';
import { Filters } from './filters.tsx';
import { type FilmOf, IncidentList } from './incident-list.tsx';
import { IncidentMark } from './incident-mark.tsx';
import { acknowledgedAt, byIncident } from './incidents.ts';
import css from './log.module.css';
import { MaintenanceEvents } from './maintenance.tsx';
import {
  firstOrder,
  isNarrow,
  isWithin,
  type LogClock,
  type LogFilters,
  type LogOrder,
  type LogQuery,
  mixedZones,
  noFilters,
  queryOf,
  type Tab,
  tabs,
  withoutShortEnds,
} from './model.ts';
import { Paging, totalText } from './paging.tsx';
import { placeColumns } from './place-columns.tsx';
import { exportLog, logQuery, pageSize, unacknowledgedQuery } from './query.ts';
import { RowLinks } from './row-links.tsx';
import { isSelected, nothingSelected, toggled } from './selected.ts';

type Columns = NonNullable<TableProps<Notification>['columns']>;

const views = [
  { key: 'incidents' as const, label: incidents.log.byIncident },
  { key: 'single' as const, label: incidents.log.oneByOne },
];

/** Widths in px by which the columns of all incidents stand under each other; what is absent shares the rest. */
const widths: Readonly<Record<string, number>> = {
  select: 40,
  priority: 104,
  date_created: 124,
  event_type: 152,
  in_alarm: 104,
  acknowledged: 236,
};
const sized = (columns: Columns): Columns =>
  columns.map((column) => {
    const width = widths[String(column.key)];
    return width === undefined ? column : { ...column, width };
  });

const alertMs = 5_000;
/** Window width in px from which the table fits. */
const tableFrom = 1200;
/** Window width in px from which device and site have separate columns; below it, words would break. */
const wideFrom = 1500;

/** Exports the filtered log. A refusal is shown on the page for five seconds. */
const useExport = () => {
  const [alert, setAlert] = useState<string | null>(null);
  useEffect(() => {
    if (alert === null) return;
    const timer = setTimeout(() => setAlert(null), alertMs);
    return () => clearTimeout(timer);
  }, [alert]);
  const { run: download, busy } = useAction(exportLog, {
    fails: 'here',
    onFailure: () => setAlert(texts.exportFailed),
  });
  const run = (filters: LogFilters, query: Parameters<typeof exportLog>[0]): void => {
    const isDated = filters.from !== null || filters.to !== null;
    setAlert(isDated ? null : texts.dateMissing);
    if (isDated) download(query);
  };
  return { busy, alert, run };
};

/** The notification log: of the selected site and device, or of everything visible under /notifications/all. */
export const NotificationLogPage = ({ filmOf }: { readonly filmOf: FilmOf }) => {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // Banner, machine page and analytics link to a tab with filters.
  const query = useRouterState({ select: (state) => state.location.searchStr });
  return (
    <Log
      key={`${pathname} ${query}`}
      everything={pathname.startsWith('/notifications/all')}
      opening={logAddress(query)}
      filmOf={filmOf}
    />
  );
};

interface LogProps {
  readonly filmOf: FilmOf;
  readonly everything: boolean;
  /** The initial tab and filters. */
  readonly opening: LogAddress;
}

const Log = ({ everything, opening, filmOf }: LogProps) => {
  const { client, site, device } = useSelection();
  // Narrow pages show cards, because the Acknowledge button must stay visible.
  const narrowPage = useMedia(`(max-width: ${tableFrom - 1}px)`);
  const joinsPlaces = useMedia(`(max-width: ${wideFrom - 1}px)`);
  const phone = usePhone();
  const [hasTools, setHasTools] = useState(false);
  const { count: countOfAll, rows: activeRows } = useNotifications();
  const selectedDevice = useDevice();
  const sites = useSites().data?.results ?? [];
  const [tab, setTab] = useState<Tab>(opening.tab);
  const [view, setView] = useStored<(typeof views)[number]['key']>('logView', 'incidents', 'single');
  const [selected, setSelected] = useState(nothingSelected);
  const [filters, setFilters] = useState<LogFilters>(opening.filters);
  const [order, setOrder] = useState<LogOrder>(firstOrder(opening.tab));
  /** The cursors of the previous pages, for keyset pagination. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const saving = useExport();
  const fixed = everything ? { site: null, device: null } : { site, device };
  const isHere = (row: Notification): boolean => isWithin(row, { client, ...fixed });
  const count = everything ? countOfAll : activeRows.filter(isHere).length;
  const scoped = { ...filters, site: fixed.site ?? filters.site, device: fixed.device ?? filters.device };
  const zoneOfSite = (id: number | null) => sites.find((each) => each.id === id)?.timezone ?? browserZone();
  const zone = zoneOfSite(scoped.site);
  const [clock, setClock] = useStored<LogClock>('logClock', 'site', 'mine');
  const zoneOf = (row: Notification): string => (clock === 'mine' ? browserZone() : row.location_timezone);
  const active = tab === 'active';
  const scopedQuery = (one: LogFilters, of: Tab): LogQuery => {
    const narrowed = queryOf(one, of, of === tab ? order : firstOrder(of), zone);
    return everything ? { ...narrowed, all_clients: 'true' } : narrowed;
  };
  const query = scopedQuery(scoped, tab);
  const ofClient = everything ? 'all' : client;
  const isByIncident = view === 'incidents' && tab !== 'historical' && order === 'priority';
  const place = isByIncident ? { page: cursors.length } : { cursor: cursors.at(-1) ?? null };
  const { data, error, refetch } = useQuery(logQuery(ofClient, query, place));
  const unfiltered = { ...noFilters, site: fixed.site, device: fixed.device };
  const open = useQuery(unacknowledgedQuery(ofClient, scopedQuery(unfiltered, 'unacknowledged'))).data;
  const counts: Readonly<Record<Tab, number>> = { active: count, unacknowledged: open?.count ?? 0, historical: 0 };
  useRefetchOnArrival('notification-log', 500);
  const change = (next: () => void): void => {
    next();
    setCursors([]);
    setSelected(nothingSelected);
  };
  const acknowledges = may(data, 'notification.acknowledge');
  const selects = tab === 'unacknowledged' && acknowledges;
  const ids = (data?.results ?? []).filter((row) => row.acknowledged === null).map((row) => row.id);
  const toggle = (row: Notification): void => setSelected(toggled(selected, row.id, ids));
  const selectIds = (some: readonly number[], isOn: boolean): void => {
    const kept = (selected.isAll ? ids : [...selected.ids]).filter((id) => !some.includes(id));
    setSelected({ isAll: false, ids: new Set(isOn ? [...kept, ...some] : kept) });
  };
  const check = selects
    ? (row: Notification) => (
        <Checkbox
          checked={isSelected(selected, row.id)}
          aria-label={texts.acknowledge.select(`${whatText(row)}, ${eventNames.labels[row.event_type]}`)}
          onChange={() => toggle(row)}
        />
      )
    : undefined;
  const rows = data && (tab === 'historical' ? withoutShortEnds(data.results) : data.results);
  const narrow = isNarrow(filters);
  const isEmpty = active && !narrow && rows?.length === 0;
  const now = useQuery({ ...nowQuery(ofClient, fixed.site), enabled: isEmpty }).data;
  const isQuiet = isEmpty && now !== undefined && now.incidents.totals.alarms + now.incidents.totals.warnings === 0;
  const zones = mixedZones(rows ?? [], zoneOf);
  const groups = isByIncident && rows !== undefined && rows.length > 0 ? byIncident(rows) : null;
  // What only waits for somebody is told before its rows.
  const isStoryFirst = narrowPage || tab === 'unacknowledged';
  const pressed = (row: Notification) =>
    acknowledgedAt(row, (groups && rows) ?? [row], isStoryFirst && groups !== null);
  const mark = (row: Notification) => <IncidentMark row={row} />;
  const columns: Columns = [
    ...(check === undefined
      ? []
      : [{ title: '', key: 'select', width: 40, render: (_: unknown, row: Notification) => check(row) }]),
    {
      title: texts.columns.priority,
      key: 'priority',
      render: (_, row) => row.priority && <PriorityTag priority={row.priority} />,
    },
    {
      title: texts.columns.time,
      key: 'date_created',
      sorter: true,
      sortOrder: order === 'priority' ? null : order === 'newest' ? 'descend' : 'ascend',
      sortDirections: tab === 'historical' ? ['descend', 'ascend', 'descend'] : ['descend', 'ascend'],
      render: (_, row) => <When row={row} zone={zoneOf(row)} />,
    },
    ...placeColumns(joinsPlaces),
    {
      title: texts.columns.sensor,
      key: 'sensor_name',
      className: 'wordy',
      render: (_, row) => (
        <>
          <Sensor row={row} /> {mark(row)}
        </>
      ),
    },
    {
      title: texts.columns.event,
      key: 'event_type',
      className: 'wordy',
      render: (_, row) => (
        <Text display="block" minWidth={136}>
          <Event row={row} />
        </Text>
      ),
    },
    {
      title: texts.columns.content,
      key: 'content',
      className: 'wordy',
      onCell: (row) => ({ colSpan: isNote(row) ? 3 : 1 }),
      render: (_, row) => (
        <Text display="block" minWidth={96} whiteSpace="normal">
          {readerWords(row.content)}
        </Text>
      ),
    },
    {
      title: texts.columns.inAlarm,
      key: 'in_alarm',
      onCell: (row) => ({ colSpan: isNote(row) ? 0 : 1 }),
      render: (_, row) => <InAlarm row={row} active={active} />,
    },
    {
      title: texts.columns.acknowledged,
      key: 'acknowledged',
      align: 'right',
      onCell: (row) => ({ colSpan: isNote(row) ? 0 : 1 }),
      render: (_, row) => (
        <Acknowledged row={row} rows={pressed(row)} zone={zoneOf(row)} may={acknowledges}>
          <Shelve row={row} />
        </Acknowledged>
      ),
    },
  ];
  const isOpen = (row: Notification) => row.is_active && row.acknowledged === null && !row.test && !row.is_shelved;
  const placeName = selectedDevice?.title ?? sites.find((each) => each.id === site)?.title;
  const elsewhere = everything || !active ? 0 : countOfAll - count;
  const empty = narrow
    ? texts.emptyFound
    : elsewhere > 0 && placeName
      ? texts.emptyHere(placeName, elsewhere)
      : emptyOf[tab];
  const listOf = (own: readonly Notification[] | undefined, hasHead: boolean) =>
    narrowPage ? (
      <LogCards
        empty={empty}
        active={active}
        may={acknowledges}
        isInIncident={isByIncident}
        pressed={pressed}
        zoneOf={zoneOf}
        isOpen={isOpen}
        check={check}
        mark={mark}
        rows={own}
        error={error?.message}
        again={() => void refetch()}
      />
    ) : (
      <div className={css.table}>
        <ListTable<Notification>
          rows={own}
          rowKey={(row) => row.id}
          caption={texts.title}
          empty={empty}
          error={
            error ? (error instanceof CallError && error.status === 400 ? error.message : texts.failed) : undefined
          }
          again={() => void refetch()}
          columns={isByIncident ? sized(columns) : columns}
          {...(isByIncident ? { showHeader: hasHead, tableLayout: 'fixed' as const } : {})}
          expandable={{
            columnWidth: 44,
            rowExpandable: (row) => row.priority !== null,
            expandedRowRender: (row) => (
              <>
                {row.sensor_id !== null && <NotificationResponse id={row.id} />}
                <EventTasks row={row} what={whatText(row)} may={acknowledges} />
                <RowLinks row={row} />
              </>
            ),
            expandIcon: ({ expanded, expandable, record, onExpand }) =>
              expandable && (
                <IconButton
                  icon={expanded ? 'up' : 'down'}
                  label={texts.respond}
                  onClick={(press) => onExpand(record, press)}
                />
              ),
          }}
          // No scrolling: long words wrap.
          scroll={{}}
          rowClassName={(row) => rowLook(row, isOpen(row))}
          onChange={(_pages, _filters, sorter) => {
            const [one] = Array.isArray(sorter) ? sorter : [sorter];
            const none = firstOrder(tab);
            change(() => setOrder(one?.order === 'ascend' ? 'oldest' : one?.order === 'descend' ? 'newest' : none));
          }}
        />
      </div>
    );
  const tools = (
    <>
      {tab !== 'historical' && (
        <Segments
          label={incidents.log.byIncident}
          items={views}
          current={view}
          onPick={(next) => change(() => setView(next))}
        />
      )}
      <SoundSwitch />
    </>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        about={
          everything ? (
            !phone && texts.everything
          ) : (
            <>
              {placeName} <Link to="/notifications/all">{texts.toEverything}</Link>
            </>
          )
        }
        back={!phone && <Link to="/sites">{texts.sites}</Link>}
      >
        {phone ? (
          <Button icon="sliders" aria-expanded={hasTools} onClick={() => setHasTools(!hasTools)}>
            {texts.tools}
          </Button>
        ) : (
          tools
        )}
      </PageHeader>
      <Row
        wrap
        gap="0 24px"
        padding="0 var(--page-pad)"
        borderBottom="1px solid var(--line)"
        align="stretch"
        className={css.tabs}
        role="tablist"
        aria-label={texts.title}
      >
        {tabs.map((key) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={tab === key}
            onClick={() =>
              change(() => {
                setTab(key);
                setOrder(firstOrder(key));
              })
            }
          >
            {texts[key]}
            {counts[key] > 0 && (
              <Text
                padding="0 7px"
                borderRadius={9}
                background="var(--brandweak)"
                size={12}
                line={18}
                weight={650}
                className={key === 'active' ? undefined : css.outlined}
              >
                {badgeText(counts[key])}
              </Text>
            )}
          </button>
        ))}
      </Row>
      {phone && hasTools && (
        <Row wrap gap={8} padding="12px 16px 0">
          {tools}
        </Row>
      )}
      <Filters
        isOpen={!phone || hasTools}
        filters={filters}
        fixed={fixed}
        zone={zone}
        clock={clock}
        onClock={setClock}
        onFilters={(next) => change(() => setFilters(next))}
        exporting={saving.busy}
        onExport={() => saving.run(filters, query)}
        canReset={narrow}
        onReset={() => change(() => setFilters(noFilters))}
      >
        {selects && ids.length > 0 && <SelectAll selected={selected} ids={ids} onSelected={setSelected} />}
      </Filters>
      {saving.alert && (
        <Text as="div" padding="0 var(--page-pad) 12px" className={css.alert} role="alert">
          <Notice tone="warning">{saving.alert}</Notice>
        </Text>
      )}
      <Stack grows className={css.listed}>
        {selects && (selected.isAll || selected.ids.size > 0) && (
          <BulkBar
            selected={selected}
            ids={ids}
            total={totalText(data)}
            hasMore={(data?.count ?? 0) > (groups?.length ?? ids.length)}
            query={query}
            listed={data}
            onSelected={setSelected}
          />
        )}
        {zones.length > 0 && (
          <Text as="p" margin={0} padding="0 var(--page-pad) 8px" tone="quiet" size={12}>
            {texts.mixedZones(zones.join(', '))}
          </Text>
        )}
        {groups ? (
          <IncidentList
            groups={groups}
            filmOf={filmOf}
            isStoryFirst={isStoryFirst}
            isWorstFirst={tab === 'unacknowledged'}
            may={acknowledges}
            selection={selects ? { isSelected: (id) => isSelected(selected, id), onSelect: selectIds } : null}
          >
            {(own, isFirst) => <div className={css.inIncident}>{listOf(own, isFirst)}</div>}
          </IncidentList>
        ) : isQuiet ? (
          <Stack padding="0 var(--page-pad) 16px">
            <QuietCard now={now} />
          </Stack>
        ) : (
          listOf(rows, true)
        )}
        {data && data.results.length > 0 && (
          <Paging
            order={order}
            cursors={cursors}
            shown={groups ? groups.length : data.results.length}
            total={totalText(data)}
            next={groups ? (data.count > (cursors.length + 1) * pageSize ? 'next' : null) : data.next}
            onCursors={(next) => {
              setCursors(next);
              setSelected(nothingSelected);
            }}
          />
        )}
      </Stack>
      {active && (
        <MaintenanceEvents
          zoneOf={zoneOf}
          shows={(row) =>
            isWithin(row, { client: everything ? null : client, site: scoped.site, device: scoped.device })
          }
        />
      )}
    </>
  );
};

/** A record that did not last and asks nothing of anybody: its text has the columns that would be empty. */
const isNote = (row: Notification): boolean =>
  !row.is_active && row.duration === null && row.acknowledged === null && !isAcknowledgeable(row);

const rowLook = (row: Notification, isOpen: boolean): string =>
  (row.is_shelved ? css.shelved : isOpen ? css.open : isAcknowledgeable(row) ? '' : css.quiet) ?? '';

const emptyOf: Readonly<Record<Tab, string>> = {
  active: texts.empty,
  unacknowledged: texts.emptyUnacknowledged,
  historical: texts.emptyHistorical,
};
