/** Events that begin within this time of an incident's first are part of it. */
export const incidentMs = 10 * 60_000;

/** The beginning of a condition. Times are unix ms, `at` with the device's clock offset applied. */
export interface Beginning {
  readonly id: number;
  readonly deviceId: number;
  readonly at: number;
  readonly receivedAt: number;
  /** The device's usual interval between reports: it may have begun as long before `at`. */
  readonly intervalMs: number;
  /** Whether it opens an incident; outages only join one. */
  readonly opens: boolean;
  /** The incident that it is part of now. */
  readonly incidentId: number | null;
}

export interface Incident {
  /** The id of one of its events: of those that name an incident already, or else of all, the first received. */
  readonly id: number;
  /** Ascending by time, the first one first. */
  readonly events: readonly Beginning[];
  /** Distance in ms to the nearest event that may have been first; null: the order is certain. */
  readonly uncertainMs: number | null;
  /** The first was received after another event of the incident had already counted as the first. */
  readonly isLateFirst: boolean;
}

/** The devices that a device is linked to. */
export type Links = (deviceId: number) => Iterable<number>;

/** Clock errors beyond this come from the way of the message and not from the clock. */
const clockErrorAtMost = 5_000;
/** How far a device's corrected time may be wrong: not further than its report's arrival was away. */
const clockErrorOf = ({ at, receivedAt }: Beginning): number => Math.min(Math.abs(receivedAt - at), clockErrorAtMost);

const byTime = (a: Beginning, b: Beginning): number => a.at - b.at || a.id - b.id;
const byArrival = (a: Beginning, b: Beginning): number => a.receivedAt - b.receivedAt || a.id - b.id;

/**
 * Whether the other event, reported not earlier, may have begun before the first. Reports of one device are in the
 * order of its own clock, and only events of one report are uncertain. Between devices, clock errors and the other
 * device's reporting interval count.
 */
function mayHaveBeenFirst(first: Beginning, other: Beginning): boolean {
  const distance = other.at - first.at;
  if (!other.opens) return false;
  if (first.deviceId === other.deviceId) return distance === 0;
  return distance <= other.intervalMs + clockErrorOf(first) + clockErrorOf(other);
}

/**
 * Groups events into incidents of two or more, whatever order they come in. The earliest that opens one and belongs to
 * none begins one; each event within ten minutes of it joins if its device is that of a member or linked to one.
 */
export function incidentsOf(events: readonly Beginning[], linked: Links): Incident[] {
  const numbers = new Set(events.flatMap(({ incidentId }) => (incidentId === null ? [] : [incidentId])));
  const sorted = events.toSorted(byTime);
  const byDevice = Map.groupBy(sorted, ({ deviceId }) => deviceId);
  const taken = new Set<Beginning>();
  const incidents: Incident[] = [];
  for (const first of sorted) {
    if (!first.opens || taken.has(first)) continue;
    const members = membersOf(first, (device) => (byDevice.get(device) ?? []).filter((one) => !taken.has(one)), linked);
    for (const member of members) taken.add(member);
    if (members.length > 1) incidents.push(incidentOf(members.sort(byTime), numbers));
  }
  return incidents;
}

/** The events that join a first one; a device that joins may link further ones. */
function membersOf(first: Beginning, leftOf: (deviceId: number) => readonly Beginning[], linked: Links): Beginning[] {
  const isNear = ({ at }: Beginning): boolean => at >= first.at && at - first.at < incidentMs;
  const members: Beginning[] = [];
  const devices = new Set([first.deviceId]);
  for (const device of devices) {
    const near = leftOf(device).filter(isNear);
    members.push(...near);
    if (near.length > 0) for (const other of linked(device)) devices.add(other);
  }
  return members;
}

function incidentOf(events: readonly Beginning[], numbers: ReadonlySet<number>): Incident {
  const [first, ...others] = events;
  if (!first) throw new Error('an incident without events');
  const rival = others.find((other) => mayHaveBeenFirst(first, other));
  const named = events.filter(({ id }) => numbers.has(id));
  const [number = first] = (named.length > 0 ? named : events).toSorted(byArrival);
  return {
    id: number.id,
    events,
    uncertainMs: rival ? rival.at - first.at : null,
    isLateFirst: others.some((other) => other.opens && other.receivedAt < first.receivedAt && other.at > first.at),
  };
}

/**
 * The step of its escalations that all pages say is next: the first that is to come. One that is due runs at this
 * moment, and is next only while nothing else is.
 */
export function nextOf<S extends { readonly at: string }>(steps: readonly S[], now: number): S | null {
  const sorted = steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return sorted.find(({ at }) => Date.parse(at) > now) ?? sorted[0] ?? null;
}
