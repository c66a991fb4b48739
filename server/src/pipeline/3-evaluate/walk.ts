import { texts as contents, walkEndedIn } from '@tocsin/contract/texts/event-contents';
import {
  announcedWithinMs,
  armedLimitMs,
  signWithinMs,
  standingLimitMs,
  swappedWithinMs,
  type WalkEnd,
  walkLimitMs,
} from '@tocsin/contract/walk-tests';
import { notifiesAt, saveWalk, type WalkedSensor, type WalkState, walkEndsAt } from '../walk-types.ts';
import type { Plan } from './evaluation-plan.ts';
import { type EvaluationState, runningWalk } from './evaluation-state.ts';
import { type EventSink, write } from './event-sink.ts';
import { endTesting, testIsOn } from './maintenance.ts';

/**
 * A walk test: one person arms sensors of a stopped machine and trips each. What armed sensors raise are tests, which
 * notify nobody; what stays in alarm, or is not announced, notifies after its limit. All times are the server's.
 */

/** The path as the events of a sensor name it. */
function placeOf({ path, name }: WalkedSensor) {
  const [groupId = '', sensorId = ''] = path.split('.');
  return { path, groupId, sensorId, sensorName: name };
}

/** Stores the walk as it is now. */
export function storeWalk(plan: Plan, walk: WalkState, sink: EventSink): void {
  sink.out.walks.push({ deviceId: plan.device.id, walk: saveWalk(walk) });
}

/** Records the beginning or end of a walk in the log: rules of type maintenance mail both. */
export function logWalk(plan: Plan, content: string, at: number, sink: EventSink): number {
  return write(sink, plan, { type: 'maintenance', at, content, test: true }).id;
}

/** Advances the running walk by what the evaluation found: sensors that tripped, and those that returned. */
export function progressWalk(state: EvaluationState, plan: Plan, sink: EventSink): void {
  const walk = runningWalk(state);
  if (!walk) return;
  const warned = new Set<string>();
  for (const rule of state.rules.values()) if (rule.open && rule.test) warned.add(rule.path);
  const tripped: WalkedSensor[] = [];
  const returned: WalkedSensor[] = [];
  let isChanged = false;
  for (const sensor of walk.sensors.values()) {
    if (!sensor.isArmed) continue;
    const isOn = testIsOn(state, plan, sensor);
    const isHeld = isOn || warned.has(sensor.path);
    if (isHeld !== (sensor.heldSince !== null)) {
      sensor.heldSince = isHeld ? sink.now : null;
      sensor.isHeldAnnounced = isHeld && isAnnounced(walk, sensor, sink.now);
      isChanged = true;
    }
    if (isOn === sensor.isOn) continue;
    sensor.isOn = isOn;
    (isOn ? tripped : returned).push(sensor);
  }
  for (const sensor of tripped) trip(walk, sensor, tripped, sink.now);
  for (const sensor of returned) takeReturn(state, plan, walk, sensor, sink);
  if (isChanged || tripped.length + returned.length > 0) storeWalk(plan, walk, sink);
}

const isAnnounced = ({ announced }: WalkState, { path }: WalkedSensor, now: number): boolean =>
  announced?.path === path && now - announced.at <= announcedWithinMs;

function trip(walk: WalkState, sensor: WalkedSensor, together: readonly WalkedSensor[], now: number): void {
  walk.activeAt = now;
  walk.last = sensor.path;
  sensor.trippedAt = now;
  sensor.clearedAt = null;
  sensor.announcedAt = isAnnounced(walk, sensor, now) ? (walk.announced?.at ?? null) : null;
  const expected = sensor.announcedAt === null ? swappedFor(walk, together, now) : null;
  if (expected) {
    for (const [one, other] of [
      [expected, sensor],
      [sensor, expected],
    ] as const) {
      one.state = 'failed';
      one.cause = 'swapped';
      one.swappedWith = other.path;
    }
    return;
  }
  // After a swap only the right name counts.
  if (sensor.cause === 'swapped' && sensor.announcedAt === null) return;
  sensor.state = 'tripped';
  sensor.cause = null;
}

/** The announced sensor, if it has not answered itself and another one trips so soon after the press. */
function swappedFor(walk: WalkState, together: readonly WalkedSensor[], now: number): WalkedSensor | null {
  const { announced } = walk;
  const expected = announced && walk.sensors.get(announced.path);
  if (!announced || !expected?.isArmed || now - announced.at > swappedWithinMs) return null;
  const hasAnswered = together.includes(expected) || (expected.trippedAt ?? 0) >= announced.at;
  return hasAnswered ? null : expected;
}

function takeReturn(state: EvaluationState, plan: Plan, walk: WalkState, sensor: WalkedSensor, sink: EventSink): void {
  sensor.clearedAt = sink.now;
  if (sensor.state === 'tripped' && sensor.announcedAt !== null) pass(state, plan, walk, sensor, '', sink);
}

/** A proof: the record of the ledger, and the sensor protects again. */
export function pass(
  state: EvaluationState,
  plan: Plan,
  walk: WalkState,
  sensor: WalkedSensor,
  note: string,
  sink: EventSink,
): void {
  sensor.state = 'passed';
  sensor.cause = null;
  walk.last = sensor.path;
  disarm(state, plan, sensor, sink);
  const { path: _, ...about } = placeOf(sensor);
  const fact = { ...about, type: 'maintenance', at: sink.now, content: contents.walkPassed, test: true } as const;
  const { id } = write(sink, plan, { ...fact, inWalk: true });
  sink.out.steps.push({
    ...about,
    id,
    testId: id,
    walkId: walk.id,
    deviceId: plan.device.id,
    serialNumber: walk.serialNumber,
    groupName: sensor.group,
    step: 'maintanance_succeeded',
    at: sensor.clearedAt ?? sink.now,
    startedAt: sensor.trippedAt ?? sink.now,
    userId: walk.userId,
    userName: walk.userName,
    comment: `Walk test ${walk.id}${note}`,
  });
}

/** The sensor protects again at once: what is still active begins now as an alarm of its own. */
export function disarm(state: EvaluationState, plan: Plan, sensor: WalkedSensor, sink: EventSink): void {
  if (!sensor.isArmed) return;
  sensor.isArmed = false;
  sensor.disarmedAt = sink.now;
  sensor.heldSince = null;
  sensor.isOn = false;
  endTesting(state, plan, placeOf(sensor), sink);
}

const armedUntil = (sensor: WalkedSensor): number =>
  sensor.heldSince === null ? sensor.armedAt + armedLimitMs : notifiesAt(sensor);

/** Server time of the next deadline of the running walk; Infinity without one. */
export function nextWalkDeadline(state: EvaluationState): number {
  const walk = runningWalk(state);
  if (!walk) return Number.POSITIVE_INFINITY;
  let soonest = walkEndsAt(walk);
  for (const sensor of walk.sensors.values()) if (sensor.isArmed) soonest = Math.min(soonest, armedUntil(sensor));
  return soonest;
}

/** Carries out what is due, in its order and each at exactly its time. */
export function runWalkDeadlines(state: EvaluationState, plan: () => Plan, sink: EventSink): void {
  const { walk: last } = state;
  if (last === null) return;
  if (last.endedAt !== null) {
    if (sink.now - last.endedAt > signWithinMs) state.walk = null;
    return;
  }
  followClock(last, sink.now);
  for (let due = nextWalkDeadline(state); due <= sink.now; due = nextWalkDeadline(state)) {
    const walk = runningWalk(state);
    if (!walk) return;
    const then = { ...sink, now: due };
    if (walkEndsAt(walk) === due) {
      endWalk(state, plan(), due === walk.startedAt + walkLimitMs ? 'limit' : 'idle', then);
      return;
    }
    for (const sensor of walk.sensors.values())
      if (sensor.isArmed && armedUntil(sensor) === due) expire(state, plan(), sensor, then);
    storeWalk(plan(), walk, then);
  }
}

/** Nobody answered in time, or the alarm stands. */
function expire(state: EvaluationState, plan: Plan, sensor: WalkedSensor, sink: EventSink): void {
  giveUp(sensor);
  disarm(state, plan, sensor, sink);
}

/** A sensor that is disarmed without a proof; what tripped and returned stays to be confirmed. */
function giveUp(sensor: WalkedSensor): void {
  const isKnown = notifiesAt(sensor) === (sensor.heldSince ?? 0) + standingLimitMs;
  const cause = sensor.heldSince === null ? null : isKnown ? 'standing' : 'not_announced';
  if (cause === null && sensor.state !== 'waiting') return;
  sensor.state = 'failed';
  sensor.cause = cause ?? 'not_tripped';
}

/** A server clock that was set back must not keep sensors armed for longer: the walk's times follow it. */
function followClock(walk: WalkState, now: number): void {
  const sensors = [...walk.sensors.values()];
  const newest = Math.max(walk.activeAt, ...sensors.map((sensor) => Math.max(sensor.heldSince ?? 0, sensor.armedAt)));
  const back = newest - now;
  if (back <= 0) return;
  const moved = (at: number | null): number | null => (at === null ? null : at - back);
  walk.activeAt -= back;
  walk.startedAt -= back;
  if (walk.announced) walk.announced = { ...walk.announced, at: walk.announced.at - back };
  for (const sensor of sensors) {
    sensor.armedAt -= back;
    sensor.since = moved(sensor.since);
    sensor.disarmedAt = moved(sensor.disarmedAt);
    sensor.heldSince = moved(sensor.heldSince);
    sensor.announcedAt = moved(sensor.announcedAt);
    sensor.pressedAt = moved(sensor.pressedAt ?? null);
    sensor.trippedAt = moved(sensor.trippedAt);
    sensor.clearedAt = moved(sensor.clearedAt);
  }
}

/** Ends the running walk: nothing is armed any more, and what is in alarm notifies as if it began now. */
export function endWalk(state: EvaluationState, plan: Plan, reason: WalkEnd, sink: EventSink): void {
  const walk = runningWalk(state);
  if (!walk) return;
  walk.endedAt = sink.now;
  walk.endReason = reason;
  for (const sensor of walk.sensors.values()) {
    if (sensor.isArmed) giveUp(sensor);
    disarm(state, plan, sensor, sink);
  }
  const all = [...walk.sensors.values()];
  const passed = all.filter((sensor) => sensor.state === 'passed').length;
  const said = walkEndedIn(contents, reason)(walk.userName, String(passed), String(all.length));
  logWalk(plan, said, sink.now, sink);
  storeWalk(plan, walk, sink);
}
