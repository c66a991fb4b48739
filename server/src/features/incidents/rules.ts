/** Alarms that begin within this time of an incident's first are part of it. */
export const incidentMs = 10 * 60_000;

/** The beginning of an alarm. Times are unix ms, `at` with the device's clock offset applied. */
export interface AlarmStart {
  readonly id: number;
  readonly deviceId: number;
  readonly at: number;
  readonly receivedAt: number;
  /** The device's usual interval between reports: the alarm may have begun as long before `at`. */
  readonly intervalMs: number;
}

export interface Incident {
  /** Ascending by time, the first one first. */
  readonly alarms: readonly AlarmStart[];
  /** Distance in ms to the nearest alarm that may have been first; null: the order is certain. */
  readonly uncertainMs: number | null;
  /** The first was received after another alarm of the incident had already counted as the first. */
  readonly isLateFirst: boolean;
}

/** Clock errors beyond this come from the way of the message and not from the clock. */
const clockErrorAtMost = 5_000;
/** How far a device's corrected time may be wrong: not further than its report's arrival was away. */
const clockErrorOf = ({ at, receivedAt }: AlarmStart): number => Math.min(Math.abs(receivedAt - at), clockErrorAtMost);

const byTime = (a: AlarmStart, b: AlarmStart): number => a.at - b.at || a.id - b.id;

/**
 * Whether the other alarm, reported not earlier, may have begun before the first. Reports of one device are in the
 * order of its own clock, and only alarms of one report are uncertain. Between devices, clock errors and the other
 * device's reporting interval count.
 */
function mayHaveBeenFirst(first: AlarmStart, other: AlarmStart): boolean {
  const distance = other.at - first.at;
  if (first.deviceId === other.deviceId) return distance === 0;
  return distance <= other.intervalMs + clockErrorOf(first) + clockErrorOf(other);
}

/**
 * Groups alarms into incidents of two or more, whatever order they come in. The earliest alarm that belongs to none
 * begins one; each alarm within ten minutes of it joins if its device is that of a member or linked to one.
 */
export function incidentsOf(
  alarms: readonly AlarmStart[],
  isLinked: (deviceId: number, otherId: number) => boolean,
): Incident[] {
  let rest = alarms.toSorted(byTime);
  const incidents: Incident[] = [];
  for (let [first] = rest; first; [first] = rest) {
    const members = membersOf(first, rest, isLinked);
    rest = rest.filter((alarm) => !members.has(alarm));
    if (members.size > 1) incidents.push(incidentOf([...members].sort(byTime)));
  }
  return incidents;
}

function membersOf(
  first: AlarmStart,
  rest: readonly AlarmStart[],
  isLinked: (deviceId: number, otherId: number) => boolean,
): ReadonlySet<AlarmStart> {
  const near = rest.filter((alarm) => alarm.at - first.at < incidentMs);
  const devices = new Set([first.deviceId]);
  // A device that joins may link further ones.
  for (const device of devices) for (const { deviceId } of near) if (isLinked(device, deviceId)) devices.add(deviceId);
  return new Set(near.filter((alarm) => devices.has(alarm.deviceId)));
}

function incidentOf(alarms: readonly AlarmStart[]): Incident {
  const [first, ...others] = alarms;
  if (!first) throw new Error('an incident without alarms');
  const rival = others.find((other) => mayHaveBeenFirst(first, other));
  return {
    alarms,
    uncertainMs: rival ? rival.at - first.at : null,
    isLateFirst: others.some((other) => other.receivedAt < first.receivedAt && other.at > first.at),
  };
}
