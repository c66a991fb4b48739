import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/notifications';
import type { TableProps } from 'antd';
import { useEffect, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { useDevice, useMe, useSites } from '../../../domain/plant.ts';
import { useSelection } from '../../../domain/selection.ts';
import { onArrival, useNotifications } from '../../../live/notifications.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { browserZone } from '../../../ui/time.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { badgeText } from '../model.ts';
import { SoundSwitch } from '../sound/sound.tsx';
import { LogCards } from './cards.tsx';
import { Acknowledged, Event, InAlarm, Place, Sensor, When } from './cells.tsx';
import { Filters } from './filters.tsx';
import css from './log.module.css';
import { MaintenanceEvents } from './maintenance.tsx';
import { isNarrow, isWithin, type LogFilters, type LogQuery, noFilters, queryOf } from './model.ts';
import { exportLog, logQuery, pageSize } from './query.ts';

type Tab = 'active' | 'historical';
type Columns = NonNullable<TableProps<Notification>['columns']>;

const alertMs = 5_000;
/** Below this window width, the table's columns are too narrow. */
const tableFrom = 1200;

/** Exports the current filter. A refusal is shown on the page and clears after five seconds. */
const useExport = () => {
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  useEffect(() => {
    if (alert === null) return;
    const timer = setTimeout(() => setAlert(null), alertMs);
    return () => clearTimeout(timer);
  }, [alert]);
  const run = async (filters: LogFilters, query: Parameters<typeof exportLog>[0]): Promise<void> => {
    if (filters.from === null && filters.to === null) {
      setAlert(texts.dateMissing);
      return;
    }
    setBusy(true);
    setAlert(null);
    await exportLog(query).catch(() => setAlert(texts.exportFailed));
    setBusy(false);
  };
  return { busy, alert, run };
};

/** Refetches the log soon after each new event. */
const useFreshLog = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = onArrival(() => {
      // One refetch for a burst of messages.
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['notification-log'] });
      }, 500);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [queries]);
};

/** The notification log: of the selected site and device, or of everything visible under /notifications/all. */
export const NotificationLogPage = () => {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // A machine page links to its maintenance events.
  const tests = useRouterState({ select: (state) => state.location.searchStr.includes('type=maintenance') });
  return (
    <Log key={`${pathname} ${tests}`} everything={pathname.startsWith('/notifications/all')} maintenance={tests} />
  );
};

const Log = ({ everything, maintenance }: { readonly everything: boolean; readonly maintenance: boolean }) => {
  const { client, site, device } = useSelection();
  const me = useMe();
  // The Acknowledge button must stay visible: a narrow page gets cards.
  const narrowPage = useMedia(`(max-width: ${tableFrom - 1}px)`);
  const { count: countOfAll, rows: activeRows } = useNotifications();
  const selected = useDevice();
  const sites = useSites().data?.results ?? [];
  const [tab, setTab] = useState<Tab>(maintenance ? 'historical' : 'active');
  const [filters, setFilters] = useState<LogFilters>(maintenance ? { ...noFilters, event: 'maintenance' } : noFilters);
  const [newest, setNewest] = useState(true);
  /** The cursors of the previous pages: keyset paging is as fast on the last page as on the first. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const saving = useExport();
  const fixed = everything ? { site: null, device: null } : { site, device };
  const isHere = (row: Notification): boolean => isWithin(row, { client, ...fixed });
  const count = everything ? countOfAll : activeRows.filter(isHere).length;
  const scoped = { ...filters, site: fixed.site ?? filters.site, device: fixed.device ?? filters.device };
  const zoneOfSite = (id: number | null) => sites.find((each) => each.id === id)?.timezone ?? browserZone();
  const zone = zoneOfSite(scoped.site);
  const zoneOf = (row: Notification): string => row.location_timezone;
  const active = tab === 'active';
  const narrowed = queryOf(scoped, active, newest, zone);
  const query: LogQuery = everything ? { ...narrowed, all_clients: 'true' } : narrowed;
  const { data, error, refetch } = useQuery(logQuery(everything ? 'all' : client, query, cursors.at(-1) ?? null));
  useFreshLog();
  const change = (next: () => void): void => {
    next();
    setCursors([]);
  };
  const may = me !== undefined && me.kind !== 'wall';
  const columns: Columns = [
    {
      title: texts.columns.time,
      key: 'date_created',
      sorter: true,
      sortOrder: newest ? 'descend' : 'ascend',
      sortDirections: ['descend', 'ascend', 'descend'],
      render: (_, row) => <When row={row} zone={zoneOf(row)} />,
    },
    { title: texts.columns.location, key: 'location', render: (_, row) => <Place row={row} what="site" /> },
    { title: texts.columns.device, key: 'device', render: (_, row) => <Place row={row} what="device" /> },
    { title: texts.columns.sensor, key: 'sensor_name', render: (_, row) => <Sensor row={row} /> },
    { title: texts.columns.event, key: 'event_type', render: (_, row) => <Event row={row} /> },
    {
      title: texts.columns.content,
      key: 'content',
      render: (_, row) => <span className={css.content}>{row.content}</span>,
    },
    { title: texts.columns.inAlarm, key: 'in_alarm', render: (_, row) => <InAlarm row={row} active={active} /> },
    {
      title: texts.columns.acknowledged,
      key: 'acknowledged',
      align: 'right',
      render: (_, row) => <Acknowledged row={row} zone={zoneOf(row)} may={may} />,
    },
  ];
  const narrow = isNarrow(filters);
  const empty = narrow ? texts.emptyFound : active ? texts.empty : texts.emptyHistorical;
  const isOpen = (row: Notification) => row.is_active && row.acknowledged === null && !row.test;
  const place = selected?.title ?? sites.find((each) => each.id === site)?.title;
  return (
    <>
      <PageHeader
        title={texts.title}
        about={
          everything ? (
            texts.everything
          ) : (
            <>
              {place} <Link to="/notifications/all">{texts.toEverything}</Link>
            </>
          )
        }
        back={<Link to="/sites">{texts.sites}</Link>}
      >
        <SoundSwitch />
      </PageHeader>
      <div className={css.tabs} role="tablist" aria-label={texts.title}>
        {(['active', 'historical'] as const).map((key) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={tab === key}
            onClick={() => change(() => setTab(key))}
          >
            {texts[key]}
            {key === 'active' && count > 0 && <span className={css.count}>{badgeText(count)}</span>}
          </button>
        ))}
      </div>
      <Filters
        filters={filters}
        fixed={fixed}
        zone={zone}
        onFilters={(next) => change(() => setFilters(next))}
        exporting={saving.busy}
        onExport={() => void saving.run(filters, query)}
        canReset={narrow}
        onReset={() => change(() => setFilters(noFilters))}
      />
      {saving.alert && (
        <div className={css.alert} role="alert">
          <Notice tone="warning">{saving.alert}</Notice>
        </div>
      )}
      {narrowPage ? (
        <LogCards
          empty={empty}
          active={active}
          may={may}
          zoneOf={zoneOf}
          isOpen={isOpen}
          rows={data?.results}
          error={error?.message}
          again={() => void refetch()}
        />
      ) : (
        <div className={css.table}>
          <ListTable<Notification>
            rows={data?.results}
            rowKey={(row) => row.id}
            caption={texts.title}
            empty={empty}
            error={
              error ? (error instanceof CallError && error.status === 400 ? error.message : texts.failed) : undefined
            }
            again={() => void refetch()}
            columns={columns}
            // As wide as the page: long words wrap.
            scroll={{}}
            rowClassName={(row) => (isOpen(row) ? (css.open ?? '') : '')}
            onChange={(_pages, _filters, sorter) => {
              const [one] = Array.isArray(sorter) ? sorter : [sorter];
              change(() => setNewest(one?.order !== 'ascend'));
            }}
          />
        </div>
      )}
      {data && data.results.length > 0 && (
        <Paging
          newest={newest}
          cursors={cursors}
          shown={data.results.length}
          total={`${data.count}${data.count_is_least ? '+' : ''}`}
          next={data.next}
          onCursors={setCursors}
        />
      )}
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

interface PagingProps {
  readonly newest: boolean;
  readonly shown: number;
  readonly total: string;
  readonly cursors: readonly string[];
  readonly next: string | null;
  readonly onCursors: (cursors: readonly string[]) => void;
}

const Paging = ({ newest, shown, total, cursors, next, onCursors }: PagingProps) => {
  const from = cursors.length * pageSize + 1;
  const [back, on] = newest ? [texts.newer, texts.older] : [texts.older, texts.newer];
  return (
    <nav className={css.paging} aria-label={texts.pages}>
      <span>{texts.counted(from, from + shown - 1, total, newest)}</span>
      <button type="button" disabled={cursors.length === 0} onClick={() => onCursors(cursors.slice(0, -1))}>
        {back}
      </button>
      <button type="button" disabled={next === null} onClick={() => next !== null && onCursors([...cursors, next])}>
        {on}
      </button>
    </nav>
  );
};
