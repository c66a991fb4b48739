import type { UnwatchedReason } from '@tocsin/contract/inspection';
import { sensorPathOf } from '@tocsin/contract/layout';
import type { DeviceRow, EventSpan, GapRow, SiteRow, Span, SuspensionRow, TestStep } from './store.ts';
import type { SilenceRow } from './store-silences.ts';

/** A time in which something was not monitored, or nobody would have been notified. */
export interface UnmonitoredSpan extends Span {
  readonly open: boolean;
  /** null: the whole site. */
  readonly deviceId: number | null;
  readonly device: string;
  /** Empty: the whole device. */
  readonly sensorId: string;
  readonly sensor: string;
  readonly reason: UnwatchedReason;
  readonly detail: string;
}

/** A time in which a sensor reported that it was inactive. */
export interface InactiveSpan extends Span {
  readonly deviceId: number;
  readonly path: string;
  readonly name: string;
  readonly word: string;
}

export interface Sources {
  readonly site: SiteRow;
  readonly devices: readonly DeviceRow[];
  readonly since: number | null;
  readonly gaps: readonly GapRow[];
  readonly suspensions: readonly SuspensionRow[];
  readonly outages: readonly EventSpan[];
  readonly steps: readonly TestStep[];
  readonly inactiveSpans: readonly InactiveSpan[];
  readonly silences: readonly SilenceRow[];
  readonly span: Span;
  readonly now: number;
}

type Draft = Omit<UnmonitoredSpan, 'open'> & { readonly open?: boolean };
const wholeSite = { deviceId: null, device: '', sensorId: '', sensor: '' };
const ofDevice = ({ id, title }: DeviceRow) => ({ deviceId: id, device: title, sensorId: '', sensor: '' });

/**
 * Every time without monitoring, with its reason, cut to the range, in time order. Overlapping reasons are all listed.
 */
export function unmonitoredOf(sources: Sources): UnmonitoredSpan[] {
  const { span, now } = sources;
  const end = Math.min(span.to, now);
  return [
    ...noRecord(sources),
    ...sources.gaps.map(({ kind, from, to }) => ({ ...wholeSite, from, to, reason: kind, detail: '' })),
    ...suspended(sources, end),
    ...unborn(sources, end),
    ...sources.outages.map(outage),
    ...tests(sources, end),
    ...sources.inactiveSpans.flatMap((rest) => inactiveSpanOf(rest, sources)),
    ...sources.silences.map(silence),
  ]
    .filter((draft: Draft) => draft.to > span.from && draft.from < end && draft.to > draft.from)
    .map((draft: Draft) => ({
      ...draft,
      from: Math.max(draft.from, span.from),
      to: Math.min(draft.to, end),
      open: draft.open === true || draft.to > end,
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to || a.device.localeCompare(b.device));
}

/** Before the first watch beat nothing shows whether the server ran. */
function noRecord({ site, since, span }: Sources): Draft[] {
  const from = Math.max(span.from, site.created_at);
  const to = since ?? Number.POSITIVE_INFINITY;
  return to > from ? [{ ...wholeSite, from, to, reason: 'no-record', detail: '' }] : [];
}

function suspended({ site, devices, suspensions }: Sources, end: number): Draft[] {
  const things = [
    { id: null as number | null, place: wholeSite, isNow: site.is_suspended, since: site.created_at },
    ...devices.map((device) => ({
      id: device.id as number | null,
      place: ofDevice(device),
      isNow: device.is_suspended,
      since: device.created_at,
    })),
  ];
  return things.flatMap(({ id, place, isNow, since }) => {
    const spans: Draft[] = [];
    const own = suspensions.filter((row) => row.device_id === id);
    // A suspension without a recorded start counts from the beginning.
    let began: { at: number; by: string } | null = own[0]?.suspended === false ? { at: since, by: '' } : null;
    if (own.length === 0 && isNow) began = { at: since, by: '' };
    const detail = (by: string) => (by === '' ? '' : `by ${by}`);
    for (const { at, suspended: on, by } of own) {
      if (on) began ??= { at, by };
      else if (began) {
        spans.push({ ...place, from: began.at, to: at, reason: 'suspended', detail: detail(began.by) });
        began = null;
      }
    }
    if (began)
      spans.push({ ...place, from: began.at, to: end, open: true, reason: 'suspended', detail: detail(began.by) });
    return spans;
  });
}

function unborn({ devices }: Sources, end: number): Draft[] {
  return devices.flatMap((device): Draft[] => {
    const to = Math.min(device.born_at ?? Number.POSITIVE_INFINITY, device.removed_at ?? Number.POSITIVE_INFINITY, end);
    const open = device.born_at === null && device.removed_at === null;
    return [{ ...ofDevice(device), from: device.created_at, to, open, reason: 'no-data', detail: '' }];
  });
}

function outage({ device_id, device, from, to, reason, group_id, sensor_name, ended }: EventSpan): Draft {
  const node =
    reason === 'node' ? { sensorId: group_id ?? '', sensor: sensor_name ?? '' } : { sensorId: '', sensor: '' };
  return { deviceId: device_id, device, ...node, from, to, open: !ended, reason, detail: '' };
}

const endings: Readonly<Record<string, string>> = {
  maintanance_succeeded: 'passed',
  maintenance_failed: 'failed',
  maintenance_canceled: 'cancelled',
};

function tests({ steps }: Sources, now: number): Draft[] {
  // The time of a sensor in a walk test is longer than its trip: store-silences.ts.
  const single = steps.filter((step) => step.walk_id === null);
  const byTest = Map.groupBy(single, (step) => `${step.device_id} ${step.test_id}`);
  return [...byTest.values()].flatMap((own): Draft[] => {
    const [first] = own;
    if (!first) return [];
    const last = own.find((step) => endings[step.step] !== undefined);
    return [
      {
        deviceId: first.device_id,
        device: first.device_name,
        sensor: first.sensor_name,
        reason: 'test' as const,
        sensorId: sensorPathOf(first.group_id, first.sensor_id),
        from: first.started_at,
        to: last?.at ?? now,
        open: last === undefined,
        detail: `by ${first.user_name}${last ? `, ${endings[last.step]}` : ''}`,
      },
    ];
  });
}

function inactiveSpanOf(
  { deviceId, path, name, word, from, to }: InactiveSpan,
  { devices, span, now }: Sources,
): Draft[] {
  const device = devices.find((each) => each.id === deviceId);
  if (!device) return [];
  const silent = word === 'No value';
  return [
    {
      deviceId,
      device: device.title,
      sensorId: path,
      sensor: name,
      from,
      to,
      open: to >= Math.min(span.to, now),
      reason: silent ? 'silent' : 'disabled',
      detail: silent ? '' : word,
    },
  ];
}

function silence({ device_id, device, path, sensor, from, to, ended, reason, detail }: SilenceRow): Draft {
  return { deviceId: device_id, device, sensorId: path, sensor, from, to, open: !ended, reason, detail };
}

/**
 * How long a device as a whole was not monitored. Overlapping spans count once; spans of single sensors do not count, nor
 * do shelves, which hold messages back and nothing else.
 */
export function unmonitoredMs(spans: readonly UnmonitoredSpan[], deviceId: number): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    if (span.sensorId !== '' || span.reason === 'shelved' || (span.deviceId !== null && span.deviceId !== deviceId))
      continue;
    sum += Math.max(0, span.to - Math.max(span.from, until));
    until = Math.max(until, span.to);
  }
  return sum;
}
