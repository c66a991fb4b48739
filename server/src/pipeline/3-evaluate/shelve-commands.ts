import type { SiteId } from '@tocsin/contract/ids';
import { defaultPriority, type Priority, priorityLevel } from '@tocsin/contract/priority';
import type { NewShelf, ShelfCover, ShelfTarget, ShelveAnswer, ShelveCommand } from '../shelf-types.ts';
import type { Plan } from './evaluation-plan.ts';
import { type EvaluationState, runningWalk } from './evaluation-state.ts';
import { urgencyOf } from './event-priority.ts';
import type { EventSink } from './event-sink.ts';
import { coversEvent, endShelf, holdOpen, logShelf, nameOf, shelvable } from './shelves.ts';
import { ruleText } from './warning-events.ts';

/** Most shelves that a device may have at once. */
const maxShelves = 500;
/** The reason as far as the log shows it; the shelf has all of it. */
const loggedReason = 200;

const refused = (field: string, text: string): ShelveAnswer => ({ kind: 'refused', field, text });
const beingWalked = 'A walk test is running: what is armed cannot be shelved.';
const inThePast = 'Must be in the future.';

/** Runs a person's command on the shelves of a device of a site, at the sink's time: the server's clock. */
export function commandShelf(
  state: EvaluationState,
  plan: Plan,
  siteId: SiteId,
  command: ShelveCommand,
  sink: EventSink,
): ShelveAnswer {
  switch (command.kind) {
    case 'start':
      return start(state, plan, siteId, command, sink);
    case 'extend': {
      const shelf = state.shelves.get(command.id);
      if (!shelf) return { kind: 'ended' };
      if (command.until <= shelf.until) return refused('until', 'Must be later than the present end.');
      const longer = durationText(command.until - shelf.until);
      shelf.until = command.until;
      sink.out.shelves.push({ kind: 'extend', deviceId: plan.device.id, id: shelf.id, until: command.until });
      logShelf(plan, shelf, sink.now, `Shelving extended by ${longer} by ${command.userName}`, sink);
      return { kind: 'done', id: shelf.id };
    }
    case 'end': {
      const shelf = state.shelves.get(command.id);
      if (!shelf) return { kind: 'ended' };
      endShelf(state, plan, shelf, { endedAt: sink.now, by: command.userName, reason: 'ended' }, sink);
      return { kind: 'done', id: shelf.id };
    }
    default:
      return command satisfies never;
  }
}

function start(
  state: EvaluationState,
  plan: Plan,
  siteId: SiteId,
  command: ShelveCommand & { kind: 'start' },
  sink: EventSink,
): ShelveAnswer {
  if (command.until <= sink.now) return refused('until', inThePast);
  const target = findTarget(state, plan, command.target);
  if (target.kind === 'refused') return target;
  const { groupId, sensorId, ruleId } = target;
  if (coversArmed(state, target)) return refused(sensorId === null ? 'device' : 'sensor', beingWalked);
  for (const shelf of state.shelves.values())
    if (shelf.groupId === groupId && shelf.sensorId === sensorId && shelf.ruleId === ruleId)
      return { kind: 'exists', id: shelf.id };
  if (state.shelves.size >= maxShelves) return refused('device', 'Too many shelves at this device.');
  const { coversAlarms, until, reasonCode, reason, userId, userName, firstFrom } = command;
  const cover = { groupId, sensorId, ruleId, coversAlarms };
  const content = `Shelved for ${durationText(until - sink.now)} by ${userName}: ${reason.slice(0, loggedReason)}`;
  const id = logShelf(plan, cover, sink.now, content, sink);
  const shelf: NewShelf = {
    id,
    siteId,
    ...cover,
    priority: thresholdOf(state, plan, cover),
    until,
    title: target.title,
    reasonCode,
    reason,
    startedAt: sink.now,
    firstFrom: firstFrom ?? sink.now,
    userId,
    userName,
  };
  sink.out.shelves.push({ kind: 'start', deviceId: plan.device.id, shelf });
  state.shelves.set(id, { id, siteId, ...cover, priority: shelf.priority, until, userName });
  holdOpen(state, plan, sink);
  return { kind: 'done', id };
}

/** Whether a sensor that a shelf would cover is armed in a walk test. */
function coversArmed(state: EvaluationState, { groupId, sensorId }: ShelfTarget): boolean {
  for (const { path, isArmed } of runningWalk(state)?.sensors.values() ?? []) {
    const [group, sensor] = path.split('.');
    if (isArmed && (groupId ?? group) === group && (sensorId ?? sensor) === sensor) return true;
  }
  return false;
}

type Target = (ShelfTarget & { readonly kind: 'found'; readonly title: string }) | (ShelveAnswer & { kind: 'refused' });

function findTarget(state: EvaluationState, plan: Plan, asked: ShelfTarget): Target {
  if (asked.ruleId !== null) {
    const rule = state.rules.get(asked.ruleId);
    if (!rule) return { kind: 'refused', field: 'rule', text: 'The device has no such rule.' };
    const [groupId = null, sensorId = null] = rule.path.split('.');
    const target = { groupId, sensorId, ruleId: rule.ruleId };
    return { kind: 'found', ...target, title: `${nameOf(plan, target)}: ${ruleText(plan, rule)}` };
  }
  const { groupId, sensorId } = asked;
  if (groupId !== null && sensorId !== null && !plan.layout.byPath.has(`${groupId}.${sensorId}`))
    return { kind: 'refused', field: 'sensor', text: 'The device has no such sensor.' };
  if (groupId !== null && sensorId === null && !plan.nodes.some((node) => node.groupId === groupId))
    return { kind: 'refused', field: 'node', text: 'The device has no such node.' };
  return { kind: 'found', ...asked, title: nameOf(plan, asked) ?? '' };
}

/**
 * The highest priority of what is active and covered. When nothing is, the usual one of what the shelf covers: a
 * warning's, or an alarm's if alarms are covered.
 */
function thresholdOf(state: EvaluationState, plan: Plan, cover: Omit<ShelfCover, 'priority'>): Priority {
  let highest: Priority | null = null;
  for (const { event } of shelvable(state)) {
    if (!coversEvent(cover, event)) continue;
    const { priority } = urgencyOf(event, plan);
    if (priorityLevel(priority) < priorityLevel(highest)) highest = priority;
  }
  if (highest !== null) return highest;
  const type = cover.coversAlarms ? 'alarm_on' : 'warning_on';
  const usual = cover.sensorId === null ? null : urgencyOf({ type, ...cover }, plan).priority;
  return usual ?? defaultPriority(type, plan.warnsOnly);
}

/** '45 min', '8 h', '2 d 4 h'. */
function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  const rest = minutes % 60;
  return [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
}
