import type { Severity } from '@tocsin/contract/status';
import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts as shelving } from '@tocsin/contract/texts/shelves';
import { texts as walking } from '@tocsin/contract/texts/walk-tests';
import { keySensorOf } from '../../../domain/key-sensor.ts';
import type { Device } from '../../../domain/plant.ts';
import { wordOf } from '../../../domain/sensor-status.ts';
import type { DeviceStore, Head, Reading } from '../../../live/device-store.ts';
import { heldBack } from '../../../live/held-back.ts';
import { severities as severityLooks } from '../../../ui/severity.ts';
import { dayText, minuteText, weekdayText } from '../../../ui/time.ts';
import { numberText, unitText } from '../../../ui/value.ts';
import { severityOf } from '../dashboard/model.ts';
import { nodeStates, worstOfNodes } from '../dashboard/nodes.ts';
import { emptyTile, type Held, type Shown, type Tile } from './model.ts';

const shownOf = (reading: Reading | undefined): Shown => {
  if (reading === undefined) return { text: '', unit: '' };
  const word = wordOf(reading);
  if (word !== null || reading.value === null) return { text: word ?? '', unit: '' };
  return {
    text: numberText(reading.value, reading.unit, reading.decimals),
    unit: unitText(reading.unit, reading.value),
  };
};

/** Path of the machine state that a WDC4 reports. */
const statePath = '18.18000';

interface WallWords {
  readonly nodes: (n: number) => string;
  readonly sensors: (n: number) => string;
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

export interface TileContext {
  /** True if the device has nodes. */
  readonly nodes: boolean;
  /** Unix ms. */
  readonly now: number;
  readonly words: WallWords;
  /** Path of the sensor that the tile showed last. */
  readonly before: string | null;
  /** Path of the sensor that the story of its incident follows. */
  readonly first: string | null;
}

const heldOf = (device: Device, head: Head, path: string, now: number, sensor: string): Held | null => {
  const held = heldBack(head, path, now);
  if (held === null) return null;
  const isToday = dayText(held.until, device.timezone) === dayText(now, device.timezone);
  const until = isToday ? minuteText(held.until, device.timezone) : weekdayText(held.until, device.timezone);
  const short = {
    walk: walking.heldShort,
    shelved: shelving.untilBy(until, ''),
    out_of_service: outOfService.outOfService,
  }[held.kind];
  return { kind: held.kind, sensor, short, full: [held.reason, held.by].filter(Boolean).join(', ') };
};

/** Adds a sensor and its value to a tile; on devices with nodes, with the node's name. */
const withSensor = (
  store: DeviceStore,
  path: string | null,
  nodes: boolean,
): Pick<Tile, 'path' | 'sensor' | 'value'> => {
  const reading = path === null ? undefined : store.reading(path);
  const group = nodes ? store.device()?.groups.find(({ id }) => id === reading?.groupId)?.name : undefined;
  return { path, sensor: [group, reading?.name].filter(Boolean).join(', '), value: shownOf(reading) };
};

/** Tile of a normal device: its key sensor, or the sensor whose messages are held back, unless it is out of service. */
const calm = (
  device: Device,
  store: DeviceStore,
  head: Head,
  severities: readonly Severity[],
  { nodes, now, words, before }: TileContext,
): Partial<Tile> => {
  const paths = head.groups.flatMap((group) => group.paths);
  const heldPath = paths.find((path) => heldBack(head, path, now) !== null) ?? null;
  const isOut = (each: string): boolean => heldBack(head, each, now)?.kind === 'out_of_service';
  const key = keySensorOf(store, device.key_sensor ?? null, before, isOut);
  const path = heldPath === null || (isOut(heldPath) && key !== null) ? key : heldPath;
  const missed = severities.filter((each) => each === 'not-scanned' || each === 'lost').length;
  const nodeWord =
    missed === 0 ? words.nodes(head.groups.filter((group) => group.active).length) : words.notScanned(missed);
  return {
    ...withSensor(store, path, nodes),
    ...(path === null && { value: { text: words.sensors(store.all().size), unit: '' } }),
    word: nodes ? nodeWord : (store.reading(statePath)?.state ?? ''),
    held: heldPath === null ? null : heldOf(device, head, heldPath, now, withSensor(store, heldPath, nodes).sensor),
  };
};

/** Tile of a device without a live feed, from the device list. */
const listed = (device: Device, words: WallWords): Tile => {
  const empty = emptyTile(device);
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
      return { ...empty, value: { text: severityLooks.ok.word, unit: '' } };
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

/** Tile of a device in alarm or warning: the first sensor by the log, else the newest one that is not held back. */
const troubled = (
  device: Device,
  store: DeviceStore,
  head: Head,
  severities: readonly Severity[],
  { nodes, now, first }: TileContext,
): Tile | null => {
  const paths = head.groups.flatMap((group) => group.paths);
  for (const severity of ['alarm', 'warning'] as const) {
    const bad = paths.filter((_path, index) => severities[index] === severity);
    const newest = [...bad].sort(
      (a, b) =>
        Number(heldBack(head, a, now) !== null) - Number(heldBack(head, b, now) !== null) ||
        (store.reading(b)?.since ?? 0) - (store.reading(a)?.since ?? 0),
    )[0];
    if (newest === undefined) continue;
    // What was first stays shown after it cleared, but not on a tile that is outlined for a warning.
    const isShown =
      first !== null && store.reading(first) !== undefined && (severity === 'alarm' || bad.includes(first));
    const path = isShown ? first : newest;
    const reading = store.reading(path);
    return {
      ...emptyTile(device),
      ...withSensor(store, path, nodes),
      severity,
      held: heldOf(device, head, path, now, withSensor(store, path, nodes).sensor),
      state: reading?.state ?? '',
      // What was first may have cleared: the age is that of what stands.
      since: store.reading(bad.includes(path) ? path : newest)?.since ?? null,
      more: bad.length - 1,
    };
  }
  return null;
};

/** Tile of a device with a node that its T500 cannot reach: a warning in the log that no sensor reports. */
const lostNode = (device: Device, store: DeviceStore, head: Head, now: number, words: WallWords): Tile | null => {
  const lost = nodeStates(store, head, now).filter((node) => node.worst === 'lost');
  const [first] = lost;
  if (first === undefined) return null;
  return {
    ...emptyTile(device),
    severity: 'warning',
    sensor: `${first.number} ${first.name}`,
    value: { text: words.lostNode, unit: '' },
    since: store.reading(first.paths[0] ?? '')?.since ?? null,
    more: lost.length - 1,
  };
};

/** The status of a device without alarms and warnings: with stale or missing values it may not be normal. */
const severityByFreshness = (severities: readonly Severity[]): 'ok' | 'stale' | 'no-data' => {
  const relevant = severities.filter((each) => each !== 'disabled');
  if (relevant.length === 0 || relevant.includes('ok')) return 'ok';
  return relevant.includes('stale') ? 'stale' : 'no-data';
};

/**
 * The tile of a device. An alarm stays as last known while its device is offline; otherwise, being offline or refused
 * takes precedence over the last known values.
 */
export const tileOf = (device: Device, store: DeviceStore | undefined, context: TileContext): Tile => {
  const { nodes, now, words } = context;
  const head = store?.device() ?? null;
  const empty = emptyTile(device);
  if (device.state === 'Suspended') return { ...empty, line: words.suspended };
  if (store === undefined || head === null) return listed(device, words);
  const paths = head.groups.flatMap((group) => group.paths);
  const severities = paths.map((path) => severityOf(store, head, path, now));
  const trouble = troubled(device, store, head, severities, context);
  if (trouble !== null && (head.online || trouble.severity === 'alarm'))
    return head.online ? trouble : { ...trouble, state: words.asLastKnown };
  const receivedAt = store.document()?.received_at ?? null;
  if (!head.online) return away(empty, receivedAt, words);
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
  const severity = severityByFreshness(severities);
  if (severity === 'no-data') return { ...empty, severity, value: { text: words.noData, unit: '' } };
  const since = severity === 'stale' ? receivedAt : null;
  return { ...empty, severity, since, ...calm(device, store, head, severities, context) };
};
