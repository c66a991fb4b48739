import { hasNodes } from '@tocsin/contract/device-type';
import { texts as contents } from '@tocsin/contract/texts/event-contents';
import { clockText } from './2-track/device-clock.ts';
import { type DeviceState, newDeviceState } from './2-track/device-state.ts';
import { silentAt } from './2-track/liveness.ts';
import { stateInterval } from './2-track/silence.ts';
import { type DeviceEvaluator, nextDeadline, planOf } from './3-evaluate/evaluate.ts';
import { freshState, runningWalk } from './3-evaluate/evaluation-state.ts';
import type { EventSink } from './3-evaluate/event-sink.ts';
import { saveWindows } from './3-evaluate/rule-windows.ts';
import { endShelves } from './3-evaluate/shelves.ts';
import { endWalk } from './3-evaluate/walk.ts';
import { writeDocument } from './5-publish/live-document.ts';
import { type LiveShape, makeShape } from './5-publish/live-shape.ts';
import type { CatalogDevice } from './catalog.ts';
import type { MessagesBehind } from './long-message.ts';
import type { EvaluatedDevice, LiveNotice, LiveState, WindowsRow } from './types.ts';

/** One device in the pipeline: its device state, its evaluation state, and the texts built from them. */
export interface DeviceRuntime {
  device: CatalogDevice;
  evaluatedDevice: EvaluatedDevice;
  deviceState: DeviceState;
  evaluator: DeviceEvaluator;
  /** Server time of its next deadline. */
  dueAt: number;
  /** Server time at which the windows of its rules were last stored; 0: they are due. */
  windowsStoredAt: number;
  /** The current live document once requested, and when it was written. */
  document: string | null;
  documentAt: number;
  shape: LiveShape | null;
  /** Messages waiting while the device state is restored; null otherwise. */
  held: (() => void)[] | null;
  /** Messages waiting while a long one is taken in slices; null otherwise. */
  behind: MessagesBehind | null;
}

/** Creates the runtime of a device that has sent nothing. */
export function newDeviceRuntime(device: CatalogDevice): DeviceRuntime {
  return {
    device,
    evaluatedDevice: evaluatedDevice(device),
    deviceState: newDeviceState(device.id),
    evaluator: { state: freshState(), plan: null },
    dueAt: Number.POSITIVE_INFINITY,
    windowsStoredAt: 0,
    document: null,
    documentAt: 0,
    shape: null,
    held: null,
    behind: null,
  };
}

/** The catalog data that stage 3 uses. */
export function evaluatedDevice(device: CatalogDevice): EvaluatedDevice {
  const { id, shownType, warningRules, scales, degrees, acknowledgedKinds } = device;
  return {
    id,
    shownType,
    warningRules,
    scales,
    degrees,
    acknowledgedKinds,
    sensorNames: Object.fromEntries(device.sensorNames),
    sensorResponses: Object.fromEntries(device.sensorResponses),
  };
}

/** Ends the shelves and the walk test that were made while the device stood at another site. */
export function endMoved({ device, evaluator, evaluatedDevice: settings }: DeviceRuntime, sink: EventSink): void {
  const { walk } = evaluator.state;
  if (walk && walk.siteId !== device.siteId) endWalk(evaluator.state, planOf(evaluator, settings), 'moved', sink);
  if (evaluator.state.shelves.size === 0) return;
  const isElsewhere = (shelf: { readonly siteId: number }): boolean => shelf.siteId !== device.siteId;
  endShelves(evaluator.state, planOf(evaluator, settings), isElsewhere, 'moved', sink);
}

/** Windows are stored this often; after a restart, the frames that came later complete them. */
const windowsStoredEveryMs = 60_000;

/** The windows of a device's rules when they are due to be stored, which this call records; otherwise nothing. */
export function dueWindows(runtime: DeviceRuntime, now: number): { readonly windows?: WindowsRow } {
  const { deviceState, evaluator } = runtime;
  const { state } = evaluator;
  if (state.windows.size === 0 || !deviceState.newest) return {};
  if (!state.windowsChanged && Math.abs(now - runtime.windowsStoredAt) < windowsStoredEveryMs) return {};
  state.windowsChanged = false;
  runtime.windowsStoredAt = now;
  const { receivedAt, ts } = deviceState.newest;
  return { windows: { receivedAt, ts, state: saveWindows(state.windows) } };
}

/** A deadline fires slightly late, so that a frame already on its way arrives first. */
const patienceMs = 250;

/** Sets the next deadline from the device state and the evaluation state. */
export function setDue(runtime: DeviceRuntime): void {
  stateInterval(runtime.deviceState.silence, runtime.device.reportIntervalS ?? null);
  runtime.dueAt = Math.min(silentAt(runtime.deviceState), nextDeadline(runtime.evaluator) + patienceMs);
}

function shapeOf(runtime: DeviceRuntime): LiveShape | null {
  const { plan } = runtime.evaluator;
  if (!plan) return null;
  if (runtime.shape?.layout !== plan.layout || runtime.shape.shown !== plan.shown)
    runtime.shape = makeShape(plan.layout, plan.shown, plan.names, hasNodes(runtime.device.shownType));
  return runtime.shape;
}

/** The state from stages 2 and 3 in the form that stage 5 uses. */
export function liveState(runtime: DeviceRuntime, now: number): LiveState {
  const { deviceState, evaluator, device } = runtime;
  const { state, plan } = evaluator;
  const { known } = deviceState;
  const warnings = new Map<string, { readonly at: number }>();
  for (const rule of state.rules.values()) {
    const { open } = rule;
    if (open && (warnings.get(rule.path)?.at ?? Number.POSITIVE_INFINITY) > open.at) warnings.set(rule.path, open);
  }
  for (const [groupId, open] of state.lost) warnings.set(groupId, open);
  return {
    device,
    layout: deviceState.layout,
    shown: plan?.shown ?? [],
    names: plan?.names ?? [],
    texts: deviceState.texts.list,
    values: known.values,
    flags: known.flags,
    status: known.status,
    state: known.state,
    at: deviceState.at,
    alarms: state.testAlarms.size > 0 ? new Map([...state.alarms, ...state.testAlarms]) : state.alarms,
    warnings,
    shelves: state.shelves,
    walk: runningWalk(state),
    version: deviceState.version,
    rbe: deviceState.rbe,
    online: deviceState.online,
    onlineSince: deviceState.onlineSince,
    frameAt: deviceState.newest?.ts ?? null,
    receivedAt: deviceState.newest?.receivedAt ?? null,
    usualMs: deviceState.silence.usualMs,
    notices: noticesOf(runtime, now),
  };
}

/** After this many consecutive refused frames, the device is shown as refused. */
const refusalShown = 3;

function noticesOf({ deviceState, device }: DeviceRuntime, now: number): LiveNotice[] {
  const out: LiveNotice[] = [];
  if (!deviceState.online && deviceState.onlineSince !== null)
    out.push({ kind: 'offline', text: offlineText, since: deviceState.onlineSince });
  const neverTaken = deviceState.newest === null && deviceState.refusedInARow > 0;
  if (deviceState.refusedInARow >= refusalShown || neverTaken || deviceState.layoutRefused)
    out.push({ kind: 'refused', text: contents.refused(deviceState.refusedText), since: deviceState.refusedSince });
  if (deviceState.sharedAt !== null && now - deviceState.sharedAt < sharedShownMs)
    out.push({ kind: 'shared', text: contents.shared, since: deviceState.sharedAt });
  if (deviceState.clock.wrong)
    out.push({ kind: 'clock', text: clockText(deviceState.clock.wrong.byMs), since: deviceState.clock.wrong.since });
  if (deviceState.catchingUp !== null && now < deviceState.backfillUntil)
    out.push({
      kind: 'catching-up',
      text: contents.catchingUp(timeIn(device.timezone, deviceState.catchingUp)),
      since: null,
    });
  return out;
}
/** For so long after the last time the page says that several units are one device. */
const sharedShownMs = 10 * 60_000;
const offlineText =
  "Device is Offline! No notifications can occur until the device is back online! Please check the device's internet connection";

/** HH:mm in the site's time zone. */
function timeIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** The document contains the time it was sent and up to when all is stored, so it is reused only this long. */
const documentLastsMs = 1_000;

/** Returns the live document, rewritten for each change, and at most once a second without changes. */
export function documentOf(runtime: DeviceRuntime, now: number, storedUntil: number): string {
  if (runtime.document === null || Math.abs(now - runtime.documentAt) >= documentLastsMs) {
    runtime.document = writeDocument(liveState(runtime, now), shapeOf(runtime), now, storedUntil);
    runtime.documentAt = now;
  }
  return runtime.document;
}
