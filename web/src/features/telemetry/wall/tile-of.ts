import type { Severity } from '@tocsin/contract/status';
import type { Device } from '../../../domain/plant.ts';
import { wordOf } from '../../../domain/sensor-status.ts';
import type { DeviceStore, Head, Reading } from '../../../live/device-store.ts';
import { severities as severityLooks } from '../../../ui/severity.ts';
import { numberText, unitText } from '../../../ui/value.ts';
import { severityOf } from '../dashboard/model.ts';
import { nodeStates, worstOfNodes } from '../dashboard/nodes.ts';
import type { Shown, Tile } from './model.ts';

const shownOf = (reading: Reading | undefined): Shown => {
  if (reading === undefined) return { text: '', unit: '' };
  const word = wordOf(reading);
  if (word !== null || reading.value === null) return { text: word ?? '', unit: '' };
  return {
    text: numberText(reading.value, reading.unit, reading.decimals),
    unit: unitText(reading.unit, reading.value),
  };
};

/** The most informative sensors of a running machine: speed and state of a WDC4. */
const speedPath = '1.1001';
const statePath = '18.18000';

export interface WallWords {
  readonly nodes: (n: number) => string;
  readonly sensors: (n: number) => string;
  readonly allScanned: string;
  readonly notScanned: (n: number) => string;
  readonly notNormalNodes: (n: number) => string;
  readonly suspended: string;
  readonly alarmWord: string;
  readonly warningWord: string;
  readonly noFrame: string;
  readonly noNotifications: string;
  readonly offlineWord: string;
  readonly noData: string;
  readonly refused: string;
  readonly lostNode: string;
  readonly asLastKnown: string;
}

const calm = (
  device: Device,
  store: DeviceStore,
  severities: readonly Severity[],
  nodes: boolean,
  words: WallWords,
): Pick<Tile, 'value' | 'line'> => {
  if (nodes) {
    const missed = severities.filter((each) => each === 'not-scanned' || each === 'lost').length;
    const count = store.device()?.groups.filter((group) => group.active).length ?? 0;
    return {
      value: { text: words.nodes(count), unit: '' },
      line: missed === 0 ? words.allScanned : words.notScanned(missed),
    };
  }
  const speed = store.reading(speedPath);
  if (speed !== undefined) return { value: shownOf(speed), line: store.reading(statePath)?.state ?? '' };
  return { value: { text: words.sensors(store.all().size), unit: '' }, line: device.udf_id ?? '' };
};

const quiet = (device: Device): Tile => ({
  id: device.id,
  title: device.title,
  severity: 'ok',
  sensor: '',
  value: { text: '', unit: '' },
  state: '',
  path: null,
  since: null,
  more: 0,
  line: '',
});

/** The status of a device without its own feed, from the device list. */
const listed = (device: Device, words: WallWords): Tile => {
  const empty = quiet(device);
  if (device.state === 'Offline') {
    const since = device.last_seen === null ? null : Date.parse(device.last_seen);
    return away(empty, since, words);
  }
  switch (device.status) {
    case 'Alarm':
      return { ...empty, severity: 'alarm', value: { text: words.alarmWord, unit: '' } };
    case 'WARNING':
      return { ...empty, severity: 'warning', value: { text: words.warningWord, unit: '' } };
    case 'OK':
      return { ...empty, line: device.udf_id ?? '' };
    default:
      return { ...empty, severity: 'no-data', value: { text: words.noData, unit: '' } };
  }
};

const away = (empty: Tile, since: number | null, words: WallWords): Tile => ({
  ...empty,
  severity: 'offline',
  sensor: words.noFrame,
  value: { text: words.offlineWord, unit: '' },
  line: words.noNotifications,
  since,
});

/** The worst sensors, if in alarm or warning; the newest of them is named. */
const troubled = (
  device: Device,
  store: DeviceStore,
  paths: readonly string[],
  severities: readonly Severity[],
): Tile | null => {
  for (const severity of ['alarm', 'warning'] as const) {
    const bad = paths.filter((_path, index) => severities[index] === severity);
    if (bad.length === 0) continue;
    const newest = [...bad].sort((a, b) => (store.reading(b)?.since ?? 0) - (store.reading(a)?.since ?? 0))[0] ?? '';
    const reading = store.reading(newest);
    return {
      ...quiet(device),
      severity,
      sensor: reading?.name ?? '',
      value: shownOf(reading),
      state: reading?.state ?? '',
      path: newest,
      since: reading?.since ?? null,
      more: bad.length - 1,
    };
  }
  return null;
};

/** A node that its T500 cannot reach is a warning in the log, but none of its sensors reports it. */
const lostNode = (device: Device, store: DeviceStore, head: Head, now: number, words: WallWords): Tile | null => {
  const lost = nodeStates(store, head, now).filter((node) => node.worst === 'lost');
  const [first] = lost;
  if (first === undefined) return null;
  return {
    ...quiet(device),
    severity: 'warning',
    sensor: `${first.number} ${first.name}`,
    value: { text: words.lostNode, unit: '' },
    more: lost.length - 1,
  };
};

/** A device with stale or missing values cannot be trusted to be normal. */
const believed = (severities: readonly Severity[]): 'ok' | 'stale' | 'no-data' => {
  const telling = severities.filter((each) => each !== 'disabled');
  if (telling.length === 0 || telling.includes('ok')) return 'ok';
  return telling.includes('stale') ? 'stale' : 'no-data';
};

/**
 * An alarm remains as last known while its device is offline; otherwise offline or refused data takes precedence over
 * the last known values.
 */
export const tileOf = (
  device: Device,
  store: DeviceStore | undefined,
  nodes: boolean,
  now: number,
  words: WallWords,
): Tile => {
  const head = store?.device() ?? null;
  const empty = quiet(device);
  if (device.state === 'Suspended') return { ...empty, line: words.suspended };
  if (store === undefined || head === null) return listed(device, words);
  const paths = head.groups.flatMap((group) => group.paths);
  const severities = paths.map((path) => severityOf(store, head, path, now));
  const trouble = troubled(device, store, paths, severities);
  if (trouble !== null && (head.online || trouble.severity === 'alarm'))
    return head.online ? trouble : { ...trouble, state: words.asLastKnown };
  if (!head.online) return away(empty, store.document()?.received_at ?? null, words);
  const refused = head.notices.find((notice) => notice.kind === 'refused');
  if (refused) {
    const value = { text: words.refused, unit: '' };
    const line = words.noNotifications;
    return { ...empty, severity: 'no-data', sensor: words.noFrame, value, line, since: refused.since };
  }
  const lost = nodes ? lostNode(device, store, head, now, words) : null;
  if (lost !== null) return lost;
  if (nodes) {
    const states = nodeStates(store, head, now);
    const state = worstOfNodes(states, head.online);
    if (state === 'not-scanned' || state === 'no-data') {
      const count = states.filter((node) => node.worst !== 'ok' && node.worst !== 'disabled').length;
      const value = { text: severityLooks[state].word, unit: '' };
      return { ...empty, severity: 'no-data', value, line: words.notNormalNodes(count) };
    }
  }
  const severity = believed(severities);
  if (severity === 'no-data') return { ...empty, severity, value: { text: words.noData, unit: '' } };
  return { ...empty, severity, ...calm(device, store, severities, nodes, words) };
};
