import type { Severity } from '../../../kit/severity.ts';
import { wordOf } from '../../../kit/standing.ts';
import { numberText, unitText } from '../../../kit/value.ts';
import type { Board, Head, Reading } from '../../../wire/board.ts';
import type { Device } from '../../../wire/plant.ts';
import { standingOf } from '../dashboard/model.ts';
import { nodeStates } from '../dashboard/nodes.ts';
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

/** What tells most of a machine that runs well: the speed and the state of a WDC4. */
const speedPath = '1.1001';
const statePath = '18.18000';

export interface WallWords {
  readonly nodes: (n: number) => string;
  readonly sensors: (n: number) => string;
  readonly allScanned: string;
  readonly notScanned: (n: number) => string;
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
  board: Board,
  severities: readonly Severity[],
  nodes: boolean,
  words: WallWords,
): Pick<Tile, 'value' | 'line'> => {
  if (nodes) {
    const missed = severities.filter((each) => each === 'not-scanned' || each === 'lost').length;
    const count = board.device()?.groups.filter((group) => group.active).length ?? 0;
    return {
      value: { text: words.nodes(count), unit: '' },
      line: missed === 0 ? words.allScanned : words.notScanned(missed),
    };
  }
  const speed = board.reading(speedPath);
  if (speed !== undefined) return { value: shownOf(speed), line: board.reading(statePath)?.state ?? '' };
  return { value: { text: words.sensors(board.all().size), unit: '' }, line: device.udf_id ?? '' };
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

/** What the list of devices says of one whose own feed is not there (yet). */
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

/** The sensors that stand worst, where they are in alarm or warning: the newest of them by name. */
const troubled = (
  device: Device,
  board: Board,
  paths: readonly string[],
  severities: readonly Severity[],
): Tile | null => {
  for (const severity of ['alarm', 'warning'] as const) {
    const bad = paths.filter((_path, index) => severities[index] === severity);
    if (bad.length === 0) continue;
    const told = [...bad].sort((a, b) => (board.reading(b)?.since ?? 0) - (board.reading(a)?.since ?? 0))[0] ?? '';
    const reading = board.reading(told);
    return {
      ...quiet(device),
      severity,
      sensor: reading?.name ?? '',
      value: shownOf(reading),
      state: reading?.state ?? '',
      path: told,
      since: reading?.since ?? null,
      more: bad.length - 1,
    };
  }
  return null;
};

/** A node that its T500 can't reach is a warning of the log, and none of its sensors says so. */
const lostNode = (device: Device, board: Board, head: Head, now: number, words: WallWords): Tile | null => {
  const lost = nodeStates(board, head, now).filter((node) => node.worst === 'lost');
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

/** Nothing of a device can be believed to be well that says nothing new, or nothing at all. */
const believed = (severities: readonly Severity[]): 'ok' | 'stale' | 'no-data' => {
  const telling = severities.filter((each) => each !== 'disabled');
  if (telling.length === 0 || telling.includes('ok')) return 'ok';
  return telling.includes('stale') ? 'stale' : 'no-data';
};

/**
 * An alarm stays one while its device is away, as last known; else a device that is away, or of which everything is
 * refused, says so before anything that it last said.
 */
export const tileOf = (
  device: Device,
  board: Board | undefined,
  nodes: boolean,
  now: number,
  words: WallWords,
): Tile => {
  const head = board?.device() ?? null;
  const empty = quiet(device);
  if (device.state === 'Suspended') return { ...empty, line: words.suspended };
  if (board === undefined || head === null) return listed(device, words);
  const paths = head.groups.flatMap((group) => group.paths);
  const severities = paths.map((path) => standingOf(board, head, path, now));
  const trouble = troubled(device, board, paths, severities);
  if (trouble !== null && (head.online || trouble.severity === 'alarm'))
    return head.online ? trouble : { ...trouble, state: words.asLastKnown };
  if (!head.online) return away(empty, board.document()?.received_at ?? null, words);
  const refused = head.notices.find((notice) => notice.kind === 'refused');
  if (refused) {
    const value = { text: words.refused, unit: '' };
    const line = words.noNotifications;
    return { ...empty, severity: 'no-data', sensor: words.noFrame, value, line, since: refused.since };
  }
  const lost = nodes ? lostNode(device, board, head, now, words) : null;
  if (lost !== null) return lost;
  const severity = believed(severities);
  if (severity === 'no-data') return { ...empty, severity, value: { text: words.noData, unit: '' } };
  return { ...empty, severity, ...calm(device, board, severities, nodes, words) };
};
