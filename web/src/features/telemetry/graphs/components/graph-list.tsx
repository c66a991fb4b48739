import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints, type Timescale, timescales } from '@tocsin/contract/graphs';
import { fullSensorId } from '@tocsin/contract/layout';
import type { Notification } from '@tocsin/contract/live';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/graphs';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { download } from '../../../../api/call.ts';
import { readStored, writeStored } from '../../../../api/storage.ts';
import type { Device } from '../../../../domain/plant.ts';
import { sensorsQuery } from '../../../../domain/sensors.ts';
import { serverNow } from '../../../../live/clock.ts';
import { useNotifications } from '../../../../live/notifications.ts';
import { Button } from '../../../../ui/button.tsx';
import type { ChartSpan } from '../../../../ui/chart/columns.ts';
import { TimeAxis } from '../../../../ui/chart/time-axis.tsx';
import { Grid, Text } from '../../../../ui/layout.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Empty, Failed, Loading } from '../../../../ui/states.tsx';
import { browserZone, dayClockText, zoneText } from '../../../../ui/time.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { useEventCallback } from '../../../../ui/use-event-callback.ts';
import { useLatched } from '../../../../ui/use-latched.ts';
import { usePhone } from '../../../../ui/use-media.ts';
import { wallFields } from '../../../../ui/zone.ts';
import { SettingMenu } from '../../dashboard/components/setting-menu.tsx';
import { type Moment, timestampOf } from '../../moment.ts';
import { MomentBar } from '../../moment-bar.tsx';
import { MomentModal } from '../../moment-modal.tsx';
import { warningsQuery } from '../../queries.ts';
import type { EventSpan } from '../event-spans.ts';
import type { GraphSearch } from '../graph-search.ts';
import { type View, whenOf } from '../loader.ts';
import { noMarks } from '../marks.ts';
import { CursorTools, NotesLane } from '../notes/notes-lane.tsx';
import { SiteOverview } from '../overview/overview.tsx';
import { pathsOf } from '../packs.ts';
import { presetsOf } from '../presets.ts';
import { eventsQuery, type GraphName, namesOf } from '../queries.ts';
import { inOverview } from '../row-order.ts';
import { useEarlier } from '../use-earlier.ts';
import { useLastCursor } from '../use-last-cursor.ts';
import { useLoader, useRefusal, useStatus } from '../use-loader.ts';
import { useMarks } from '../use-marks.ts';
import { useNodeNames } from '../use-node-names.ts';
import { useRows } from '../use-rows.ts';
import { useZoomAddress } from '../use-zoom-address.ts';
import { ValuesPanel } from '../values/values-panel.tsx';
import { useHidden, usePacked, useValuesOpen } from '../view-choices.ts';
import { rangeWords } from '../zoom.ts';
import { CursorKeys } from './cursor-keys.tsx';
import { GraphRow } from './graph.tsx';
import { GraphFoot } from './graph-foot.tsx';
import { GraphHead, type ZoneChoice, ZoneSelect } from './graph-head.tsx';
import css from './graph-list.module.css';
import { GraphRows } from './graph-rows.tsx';
import { NodePanel } from './node-panel.tsx';
import { PointsTable } from './points-table.tsx';
import { PresetMenu } from './preset-menu.tsx';
import { RangePicker } from './range-picker.tsx';
import { StripRow } from './strip-row.tsx';
import { ZoomHead } from './zoom-head.tsx';

/** Whether an address names this graph: by three segments, by `groupId.sensorId`, or by a bare id. */
const isNamed = (name: GraphName, sensor: string): boolean =>
  name.path === sensor || name.path.split('.').slice(1).join('.') === sensor || name.path.split('.').at(-1) === sensor;

/**
 * The path, with the device id, of a sensor in an address that is not in the list: of an unselected node, or no longer
 * present. Two segments that begin with the device's id name a node only on devices with nodes, because a group may
 * have the same id.
 */
const wholePath = (device: number, sensor: string, nodes: boolean): string => {
  const parts = sensor.split('.');
  return parts.length === 2 && !(nodes && parts[0] === String(device)) ? fullSensorId(device, sensor) : sensor;
};

interface Props {
  readonly device: Device;
  readonly nodes: boolean;
  readonly moment: Moment | null;
  /** Set if the page shows one sensor only. */
  readonly sensor: string | null;
  /** The query of the address, and how to change it. */
  readonly search: GraphSearch;
  readonly onSearch: (search: GraphSearch) => void;
  /** Shows a time range; without one, the timescale up to now. */
  readonly onRange: (range: Pick<GraphSearch, 'start' | 'end'>) => void;
  readonly onMoment: (moment: Moment) => void;
  readonly onLive: () => void;
  readonly onOnly: (path: string) => void;
  readonly onAll: () => void;
  /** Opens a sensor, or the sensors of a node, in the comparison of devices. */
  readonly onCompare: (sensors: readonly string[], shown: ChartSpan | null) => void;
}

const noEvents: readonly EventSpan[] = [];
const noNames: readonly GraphName[] = [];
const noRows: readonly Notification[] = [];

const isScale = (text: string | null): text is Timescale => timescales.some((scale) => scale === text);

const hourMs = 3_600_000;
/** Whether an alarm of a device that began in the last hour was active when the page opened. */
const useAlarmedHour = (device: number): boolean => {
  const { rows, isLoaded } = useNotifications();
  const [isAlarmed, settle] = useState<boolean | null>(null);
  if (isAlarmed !== null || !isLoaded) return isAlarmed ?? false;
  const now = rows.some(
    (row) =>
      row.device_id === device &&
      row.event_type === 'alarm_on' &&
      row.is_active &&
      Date.parse(row.date_created) > serverNow() - hourMs,
  );
  settle(now);
  return now;
};

export const GraphList = (props: Props) => {
  const { device, nodes, moment, sensor, search, onSearch, onRange, onMoment, onLive, onOnly, onAll, onCompare } =
    props;
  const { start, end, earlier: period } = search;
  const zone = device.timezone;
  const stored = readStored('timescale');
  const [chosen, setScale] = useState<Timescale | null>(search.scale ?? null);
  const isAlarmed = useAlarmedHour(device.id);
  const scale = chosen ?? (isAlarmed ? 'hour' : isScale(stored) ? stored : 'day');
  const [zoneChoice, setZone] = useState<ZoneChoice>('site');
  const [asking, setAsking] = useState(false);
  const [table, setTable] = useState<string | null>(null);
  const hasAsked = useLatched(asking);
  const hasTable = useLatched(table !== null);
  const shownZone = zoneChoice === 'site' ? zone : zoneChoice === 'utc' ? 'UTC' : browserZone();
  const view = useMemo((): View => {
    if (moment !== null) return { kind: 'moment', timestamp: timestampOf(moment) };
    return start === undefined || end === undefined
      ? { kind: 'scale', scale }
      : { kind: 'range', from: start, to: end };
  }, [moment, scale, start, end]);
  const isLive = view.kind === 'scale';
  const picked = useNodeNames(device.id, nodes, moment === null ? scale : null);
  const loader = useLoader(device.id, view, moment, zone, nodes ? picked.stamp : '');
  const earlier = useEarlier(device.id, loader, period, zone);
  const { from: _from, to: _to, ...unzoomed } = search;
  useZoomAddress(loader.group, search, (zoom) => onSearch({ ...unzoomed, ...zoom }));
  const status = useStatus(loader);
  const refusal = useRefusal(loader);
  const listed = useQuery({ ...sensorsQuery(device.id), enabled: !nodes });
  const listedNames = useMemo(() => listed.data && namesOf(device.id, listed.data), [listed.data, device.id]);
  const all = nodes ? picked.names : listedNames;
  const [hidden, setHidden] = useHidden(device.id);
  const shown = useMemo(() => {
    if (sensor !== null) {
      const names = (all ?? []).filter((name) => isNamed(name, sensor));
      return names.length > 0 || all === undefined
        ? names
        : [{ path: wholePath(device.id, sensor, nodes), name: sensor, group: '' }];
    }
    return (all ?? []).filter((name) => !hidden.has(name.path));
  }, [all, hidden, sensor, device.id, nodes]);

  const full = useSyncExternalStore(loader.group.onRange, loader.group.full);
  const happened = useQuery(eventsQuery(device.id, full, isLive));
  const events = happened.data?.spans ?? noEvents;
  const hasEvents = !happened.isPending;
  // Ordered by the events known when the view opened, so that no row moves while the user reads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later events must not change the order.
  const names = useMemo(() => (hasEvents ? inOverview(shown, events) : noNames), [shown, hasEvents, loader]);
  // Rows below a page that loads would jump up.
  const isKnown = all !== undefined && hasEvents;
  const [isValues, setValues] = useValuesOpen();
  const lastCursor = useLastCursor(loader.group);
  const { data: warnings } = useQuery(warningsQuery(device.id));
  const [isPacked, setPacked] = usePacked();
  const phone = usePhone();
  const [isOpen, setOpen] = useState(false);
  const rows = useRows(loader, names, events, { isPacked, isSingle: sensor !== null });
  const drawn = useMemo(() => [...rows.charts, ...rows.strips, ...rows.flat, ...rows.withoutData], [rows]);
  const membersOf = (path: string): readonly string[] =>
    pathsOf(drawn.find((row) => row.path === path) ?? { path, name: '', group: '' });
  const marks = useMarks(device.id, drawn, events, warnings);
  useEffect(() => {
    if (status === 'failed' && refusal === null) showToast('warning', texts.failed);
  }, [status, refusal]);

  const exportCsv = (path: string): void => {
    const { date, time } = wallFields(serverNow(), zone);
    const timescale = isLive ? scale : 'custom';
    const query = { ...whenOf(view), sensor_id: path };
    const at = moment ?? { date, time };
    const name = `device_${device.id}_sensor_${path.split('.').at(-1)}_${timescale}_${at.date}_${at.time.replace(':', '-')}.csv`;
    download(
      endpoints.export,
      { params: { id: device.id }, query: { ...query, current_chart_type: timescale } },
      name,
    ).catch((failure: unknown) => {
      showToast('error', failure instanceof Error ? failure.message : texts.failed);
    });
  };
  const onExport = useEventCallback(exportCsv);
  const onOne = useEventCallback(onOnly);
  const compare = useEventCallback((path: string): void => {
    const series = membersOf(path).flatMap((one) => loader.graph(one).series);
    onCompare(series.length === 0 ? [path] : series.map((one) => one.path), isLive ? null : loader.group.full());
  });
  const range = isLive ? null : loader.group.full();
  const combine = useEventCallback((paths: readonly string[]): void => onCompare(paths, range));
  const presets = useMemo(() => presetsOf(all ?? []), [all]);
  const navigate = useNavigate();
  const openMoment = (at: number): void =>
    void navigate({
      to: '/sites/$id/moment',
      params: { id: String(device.location) },
      search: { at: new Date(at).toISOString() },
    });
  const pickScale = (next: Timescale | 'custom'): void => {
    if (next === 'custom') {
      setAsking(true);
      return;
    }
    writeStored('timescale', next);
    setScale(next);
    if (!isLive) onLive();
  };

  const paths = useMemo(() => names.map(({ path }) => path), [names]);
  const timeTextAt = (at: number): string => `${dayClockText(at, shownZone)} ${zoneText(at, shownZone)}`;
  const spans = (type: (typeof events)[number]['type']) => events.filter((event) => event.type === type);
  const failure = picked.error ?? listed.error;
  const cursorTools = (
    <CursorTools
      group={loader.group}
      site={device.location}
      device={device}
      sensors={nodes ? noNames : shown}
      siteZone={zone}
      hasMoment={!isValues}
    />
  );
  return (
    <Grid
      columns="minmax(0, 1fr)"
      align="start"
      className={css.page}
      data-nodes={nodes && sensor === null}
      data-values={isValues}
    >
      <GraphHead
        title={device.title}
        current={isLive ? scale : 'custom'}
        onScale={pickScale}
        range={
          <RangePicker
            shown={view.kind === 'range' ? view : full}
            zone={zone}
            isRange={view.kind === 'range'}
            isLive={isLive}
            period={period}
            onRange={({ from, to }) => onRange({ start: Math.round(from), end: Math.round(to) })}
            onNow={onLive}
            onPeriod={(next) => {
              const { earlier: _, ...others } = search;
              onSearch(next === undefined ? others : { ...others, earlier: next });
            }}
          >
            <ZoneSelect value={zoneChoice} onChange={setZone} />
          </RangePicker>
        }
        all={nodes ? [] : all}
        hidden={hidden}
        onHidden={setHidden}
        isPacked={isPacked}
        onPacked={setPacked}
        options={phone ? { isOpen, onOpen: setOpen } : null}
        single={sensor !== null}
        onAll={onAll}
        onExport={sensor !== null && names[0] ? () => exportCsv(names[0]?.path ?? sensor) : undefined}
      >
        <PresetMenu presets={presets} onPick={(paths) => onCompare(paths, range)} />
        <Button icon="list" aria-pressed={isValues} onClick={() => setValues(!isValues)}>
          {texts.values.show}
        </Button>
        <SettingMenu device={device} />
        {phone && cursorTools}
      </GraphHead>
      {nodes && sensor === null && (
        <NodePanel nodes={picked.nodes} busy={picked.busy} onArrange={(action) => void picked.onArrange(action)} />
      )}
      <Text as="div" minWidth={0}>
        {moment && <MomentBar moment={moment} onSearch={onMoment} refusal={refusal} />}
        {moment === null && refusal !== null && <Notice tone="alarm">{refusal}</Notice>}
        {status === 'failed' && refusal === null && <Notice tone="alarm">{texts.lost}</Notice>}
        {(!phone || isOpen) && (
          <SiteOverview
            group={loader.group}
            site={device.location}
            device={device.id}
            zone={shownZone}
            isLive={isLive}
            onRange={({ from, to }) => onRange({ start: Math.round(from), end: Math.round(to) })}
          />
        )}
        <Text as="div" position="sticky" zIndex={6} className={css.axis}>
          <CursorKeys group={loader.group} slotMs={loader.known()?.slot ?? null} valueText={timeTextAt}>
            <TimeAxis
              group={loader.group}
              zone={shownZone}
              alarms={spans('alarm_on')}
              warnings={spans('warning_on')}
              gaps={spans('device_offline')}
            >
              <ZoomHead
                group={loader.group}
                zone={shownZone}
                fullText={
                  view.kind === 'range'
                    ? rangeWords(view, loader.known()?.slot)
                    : texts.perPoint[isLive ? scale : 'custom']
                }
              />
            </TimeAxis>
          </CursorKeys>
        </Text>
        {(!phone || isOpen) && (
          <NotesLane group={loader.group} site={device.location} device={device.id} zone={shownZone} isLive={isLive} />
        )}
        {failure && <Failed text={texts.failed} />}
        {!failure && refusal === null && !isKnown && (
          <Text as="div" minHeight="100vh">
            <Loading />
          </Text>
        )}
        {isKnown && (names.length === 0 || refusal !== null) && (
          <Empty icon="chart" title={nodes && names.length === 0 ? texts.emptyNodes : texts.empty} />
        )}
        {isKnown && refusal === null && (
          <GraphRows
            loader={loader}
            rows={rows}
            row={(name, isStrip) => {
              const Row = isStrip ? StripRow : GraphRow;
              return (
                <Row
                  key={`${name.path} ${shownZone}`}
                  loader={loader}
                  earlier={earlier}
                  name={name}
                  zone={shownZone}
                  marks={marks.get(name.path) ?? noMarks}
                  editable={may(device, 'device.edit') ? device.id : null}
                  fills={sensor !== null && !phone}
                  onExport={onExport}
                  onTable={setTable}
                  onCompare={compare}
                  onCombine={combine}
                  onOnly={onOne}
                />
              );
            }}
          />
        )}
        <GraphFoot
          group={loader.group}
          slots={loader.known()?.slot !== null && !(isLive && scale === 'live')}
          zone={zone}
          onMoment={onMoment}
          status={status}
        >
          {!phone && cursorTools}
        </GraphFoot>
      </Text>
      {isValues && refusal === null && (
        <ValuesPanel
          loader={loader}
          paths={paths}
          events={happened.data?.rows ?? noRows}
          zone={shownZone}
          onGo={onOne}
          onMoment={() => openMoment(lastCursor())}
          onClose={() => setValues(false)}
        />
      )}
      {hasAsked && (
        <MomentModal
          open={asking}
          title={texts.customTitle}
          zone={zone}
          onClose={() => setAsking(false)}
          onSearch={(next) => {
            setAsking(false);
            onMoment(next);
          }}
        />
      )}
      {hasTable && (
        <PointsTable
          open={table !== null}
          title={texts.tableOf(drawn.find((row) => row.path === table)?.name ?? '')}
          series={table === null ? [] : membersOf(table).flatMap((path) => loader.graph(path).series)}
          zone={shownZone}
          onClose={() => setTable(null)}
        />
      )}
    </Grid>
  );
};
