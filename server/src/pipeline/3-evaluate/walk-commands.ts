import type { SiteId } from '@tocsin/contract/ids';
import { texts as contents } from '@tocsin/contract/texts/event-contents';
import { mostWalked, type WalkCause } from '@tocsin/contract/walk-tests';
import type { WalkAnswer, WalkCommand, WalkedSensor, WalkState } from '../walk-types.ts';
import type { Plan } from './evaluation-plan.ts';
import { ALARM_OPEN, type EvaluationState, GONE, isUnderTest, runningWalk } from './evaluation-state.ts';
import type { EventSink } from './event-sink.ts';
import { untestable } from './maintenance.ts';
import { disarm, endWalk, logWalk, pass, storeWalk } from './walk.ts';

/** What a command needs to know of the device beside its evaluation state. */
export interface WalkedDevice {
  readonly siteId: SiteId;
  readonly serialNumber: string;
  /** Name of the sensor that says that the machine runs; null: none says so. */
  readonly running: string | null;
}

const refused = (field: string, text: string): WalkAnswer => ({ kind: 'refused', field, text });
const away = 'Device is Offline! No test is possible until the device is back online.';
const walkRuns = (walk: WalkState): WalkAnswer => ({
  kind: 'conflict',
  text: `${walk.userName} already walks this device. Take the walk test over, or wait until it has ended.`,
});
const runs = (name: string): WalkAnswer =>
  refused('is_locked_out', `${name} says that the machine runs. Stop it and lock it out; nothing is armed until then.`);

/** Runs a person's command on the walk test of a device, at the sink's time: the server's clock. */
export function commandWalk(
  state: EvaluationState,
  plan: Plan,
  device: WalkedDevice,
  command: WalkCommand,
  sink: EventSink,
): WalkAnswer {
  if (command.kind === 'start') return start(state, plan, device, command, sink);
  const { walk } = state;
  if (!walk || walk.id !== command.id) return { kind: 'ended' };
  if (command.kind === 'sign') return sign(state, plan, walk, command, sink);
  if (!runningWalk(state)) return { kind: 'ended' };
  if (command.kind === 'leave') {
    if (walk.userId === command.userId) endWalk(state, plan, 'signed_out', sink);
    return { kind: 'done', id: walk.id };
  }
  if (command.kind !== 'take-over' && walk.userId !== command.userId) return walkRuns(walk);
  const answer = act(state, plan, walk, device, command, sink);
  if (answer.kind !== 'done') return answer;
  walk.activeAt = sink.now;
  storeWalk(plan, walk, sink);
  return answer;
}

function act(
  state: EvaluationState,
  plan: Plan,
  walk: WalkState,
  device: WalkedDevice,
  command: Exclude<WalkCommand, { kind: 'start' | 'sign' | 'leave' }>,
  sink: EventSink,
): WalkAnswer {
  const done: WalkAnswer = { kind: 'done', id: walk.id };
  switch (command.kind) {
    case 'take-over':
      walk.userId = command.userId;
      walk.userName = command.userName;
      return done;
    case 'arm':
      if (device.running !== null) return runs(device.running);
      if (state.offline) return refused('sensors', away);
      return arm(state, plan, walk, command.paths, sink.now) ?? done;
    case 'press': {
      const sensor = walk.sensors.get(command.path);
      if (!sensor?.isArmed) return refused('sensor', 'This sensor is not armed.');
      sensor.presses = (sensor.presses ?? 0) + 1;
      sensor.pressedAt = sink.now;
      walk.announced = { path: command.path, at: sink.now };
      return done;
    }
    case 'skip': {
      const sensor = walk.sensors.get(command.path);
      if (!sensor || sensor.state === 'passed') return refused('sensor', 'This sensor is not waiting.');
      sensor.state = 'skipped';
      sensor.cause = 'by_person';
      sensor.reason = command.reason;
      disarm(state, plan, sensor, sink);
      return done;
    }
    default:
      return command satisfies never;
  }
}

function start(
  state: EvaluationState,
  plan: Plan,
  device: WalkedDevice,
  { paths, idleMs, userId, userName }: WalkCommand & { kind: 'start' },
  sink: EventSink,
): WalkAnswer {
  const running = runningWalk(state);
  if (running) return walkRuns(running);
  if (device.running !== null) return runs(device.running);
  if (state.test) return refused('sensors', 'A maintenance test is running at this device.');
  if (state.offline) return refused('sensors', away);
  const id = sink.nextId();
  const walk: WalkState = {
    id,
    siteId: device.siteId,
    serialNumber: device.serialNumber,
    idleMs,
    startedAt: sink.now,
    userId,
    userName,
    activeAt: sink.now,
    announced: null,
    last: null,
    endedAt: null,
    endReason: null,
    signedAt: null,
    signedBy: null,
    comment: '',
    sensors: new Map(),
  };
  const refusal = arm(state, plan, walk, paths, sink.now);
  if (refusal) return refusal;
  state.walk = walk;
  const count = [...walk.sensors.values()].filter((sensor) => sensor.isArmed).length;
  logWalk(plan, contents.walkArmed(String(count), userName), sink.now, { ...sink, nextId: () => id });
  storeWalk(plan, walk, sink);
  return { kind: 'done', id };
}

const causeTexts: Readonly<Partial<Record<WalkCause, string>>> = {
  in_alarm: 'in alarm',
  in_warning: 'in warning',
  shelved: 'shelved',
  no_data: 'sends no data',
  untestable: 'cannot be tested',
};

/** Arms sensors of the layout; those that may not be are skipped with their cause. A refusal when none can be armed. */
function arm(
  state: EvaluationState,
  plan: Plan,
  walk: WalkState,
  paths: readonly string[],
  now: number,
): WalkAnswer | null {
  const unknown = paths.find((path) => !plan.layout.byPath.has(path));
  if (unknown !== undefined) return refused('sensors', `The device has no sensor ${unknown}.`);
  const wanted = [...new Set(paths)];
  const causes = wanted.map((path) => causeAgainst(state, plan, path));
  if (causes.every((cause) => cause !== null)) {
    const named = wanted.slice(0, 10).map((path, i) => `${nameOf(plan, path)} (${causeTexts[causes[i] ?? 'no_data']})`);
    return refused('sensors', `None of these sensors can be armed: ${named.join(', ')}.`);
  }
  if (walk.sensors.size + wanted.filter((path) => !walk.sensors.has(path)).length > mostWalked)
    return refused('sensors', `A walk test has at most ${mostWalked} sensors.`);
  wanted.forEach((path, i) => {
    const cause = causes[i] ?? null;
    const known = walk.sensors.get(path);
    if (known?.isArmed || known?.state === 'passed') return;
    walk.sensors.set(path, {
      ...armed(plan, path, cause, now),
      ...(known?.since == null ? {} : { since: known.since }),
    });
  });
  return null;
}

function nameOf(plan: Plan, path: string): string {
  return plan.names[plan.layout.byPath.get(path) ?? -1] ?? path;
}

function armed(plan: Plan, path: string, cause: WalkCause | null, now: number): WalkedSensor {
  const [groupId = ''] = path.split('.');
  return {
    path,
    name: nameOf(plan, path),
    group: plan.layout.groups.find((group) => group.id === groupId)?.name ?? groupId,
    state: cause === null ? 'waiting' : 'skipped',
    cause,
    reason: '',
    isArmed: cause === null,
    armedAt: now,
    since: cause === null ? now : null,
    disarmedAt: null,
    heldSince: null,
    isHeldAnnounced: false,
    isOn: false,
    announcedAt: null,
    trippedAt: null,
    clearedAt: null,
    swappedWith: null,
  };
}

/** Why a sensor cannot be armed now; null: it can. */
function causeAgainst(state: EvaluationState, plan: Plan, path: string): WalkCause | null {
  const [groupId = '', sensorId = ''] = path.split('.');
  const mark = state.marks[plan.layout.byPath.get(path) ?? -1] ?? 0;
  if (untestable.has(sensorId)) return 'untestable';
  if (isUnderTest(state, path)) return null;
  if ((mark & ALARM_OPEN) !== 0 || state.alarms.has(path) || state.suspects.has(path)) return 'in_alarm';
  if (state.lost.has(groupId)) return 'in_warning';
  for (const rule of state.rules.values()) if (rule.open && rule.path === path) return 'in_warning';
  for (const shelf of state.shelves.values())
    if (shelf.groupId === null || (shelf.groupId === groupId && (shelf.sensorId ?? sensorId) === sensorId))
      return 'shelved';
  return (mark & GONE) !== 0 ? 'no_data' : null;
}

/** Ends the walk if it runs; trips that the signer confirms become records. A signed walk leaves the device's state. */
function sign(
  state: EvaluationState,
  plan: Plan,
  walk: WalkState,
  { confirmed, comment, userId, userName }: WalkCommand & { kind: 'sign' },
  sink: EventSink,
): WalkAnswer {
  if (walk.endedAt === null && walk.userId !== userId) return walkRuns(walk);
  const sensors = confirmed.map((path) => walk.sensors.get(path));
  if (sensors.some((sensor) => !sensor || !needsConfirmation(sensor)))
    return refused('confirmed', 'Only sensors that tripped and returned can be confirmed.');
  walk.userId = userId;
  walk.userName = userName;
  endWalk(state, plan, 'signed', sink);
  for (const sensor of sensors)
    if (sensor && needsConfirmation(sensor)) pass(state, plan, walk, sensor, ', confirmed at signing', sink);
  walk.signedAt = sink.now;
  walk.signedBy = userName;
  walk.comment = comment;
  storeWalk(plan, walk, sink);
  state.walk = null;
  return { kind: 'done', id: walk.id };
}

/** Tripped and returned, but not announced. */
const needsConfirmation = ({ state, clearedAt }: WalkedSensor): boolean => state === 'tripped' && clearedAt !== null;
