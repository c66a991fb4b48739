import { hasNodes } from '@tocsin/contract/device-type';
import { type Board, freshBoard } from '../flow/2-remember/board.ts';
import { clockText } from '../flow/2-remember/clock.ts';
import { silentAt } from '../flow/2-remember/life.ts';
import { type Judge, nextDeadline } from '../flow/3-judge/judge.ts';
import { freshState } from '../flow/3-judge/state.ts';
import { writeDocument } from '../flow/5-tell/live-document.ts';
import { type LiveShape, makeShape } from '../flow/5-tell/live-shape.ts';
import type { CatalogDevice } from '../flow/catalog.ts';
import type { JudgedDevice, LiveNotice, LiveState } from '../flow/passing.ts';

/** One device on the line: its board, its judge, and what is written out of them. */
export interface Place {
  device: CatalogDevice;
  judged: JudgedDevice;
  board: Board;
  judge: Judge;
  /** Server's time of its next deadline. */
  dueAt: number;
  /** The present document, once somebody asked for it, and when it was written. */
  document: string | null;
  documentAt: number;
  shape: LiveShape | null;
  /** Not null while the board is being restored: what waits for it. */
  held: (() => void)[] | null;
}

/** A device's place in the line, with nothing heard of it. */
export function freshPlace(device: CatalogDevice): Place {
  return {
    device,
    judged: judgedDevice(device),
    board: freshBoard(device.id),
    judge: { state: freshState(), plan: null },
    dueAt: Number.POSITIVE_INFINITY,
    document: null,
    documentAt: 0,
    shape: null,
    held: null,
  };
}

/** What stage 3 sees of the catalog's device. */
export function judgedDevice(device: CatalogDevice): JudgedDevice {
  const { id, shownType, warningRules, scales, degrees } = device;
  return { id, shownType, warningRules, scales, degrees, sensorNames: Object.fromEntries(device.sensorNames) };
}

/** A deadline is kept a little late, so that a frame which is on its way may be first. */
const patienceMs = 250;

/** Sets the deadline anew from what the board and the judge wait for. */
export function setDue(place: Place): void {
  place.dueAt = Math.min(silentAt(place.board), nextDeadline(place.judge.state) + patienceMs);
}

function shapeOf(place: Place): LiveShape | null {
  const { plan } = place.judge;
  if (!plan) return null;
  if (place.shape?.layout !== plan.layout || place.shape.shown !== plan.shown)
    place.shape = makeShape(plan.layout, plan.shown, plan.names, hasNodes(place.device.shownType));
  return place.shape;
}

/** Stages 2 and 3 as stage 5 needs them. */
export function liveState(place: Place, now: number): LiveState {
  const { board, judge, device } = place;
  const { state, plan } = judge;
  const { known } = board;
  const warnings = new Map<string, { readonly at: number }>();
  for (const rule of state.rules.values()) {
    const { open } = rule;
    if (open && (warnings.get(rule.path)?.at ?? Number.POSITIVE_INFINITY) > open.at) warnings.set(rule.path, open);
  }
  for (const [groupId, open] of state.lost) warnings.set(groupId, open);
  return {
    device,
    layout: board.layout,
    shown: plan?.shown ?? [],
    names: plan?.names ?? [],
    texts: board.texts.list,
    values: known.values,
    flags: known.flags,
    status: known.status,
    state: known.state,
    at: board.at,
    alarms: state.testAlarms.size > 0 ? new Map([...state.alarms, ...state.testAlarms]) : state.alarms,
    warnings,
    version: board.version,
    rbe: board.rbe,
    online: board.online,
    onlineSince: board.onlineSince,
    frameAt: board.newest?.ts ?? null,
    receivedAt: board.newest?.receivedAt ?? null,
    usualMs: board.silence.usualMs,
    notices: noticesOf(place, now),
  };
}

/** So many whole frames refused in a row, and none taken since: its data is refused. */
const refusedToTell = 3;

function noticesOf({ board, device }: Place, now: number): LiveNotice[] {
  const out: LiveNotice[] = [];
  if (!board.online && board.onlineSince !== null)
    out.push({ kind: 'offline', text: offlineText, since: board.onlineSince });
  const neverTaken = board.newest === null && board.refusedInARow > 0;
  if (board.refusedInARow >= refusedToTell || neverTaken || board.layoutRefused)
    out.push({ kind: 'refused', text: `Data refused: ${board.refusedText}`, since: board.refusedSince });
  if (board.clock.wrong)
    out.push({ kind: 'clock', text: clockText(board.clock.wrong.byMs), since: board.clock.wrong.since });
  if (board.catchingUp !== null && now < board.backfillUntil)
    out.push({
      kind: 'catching-up',
      text: `Catching up, at ${timeIn(device.timezone, board.catchingUp)}`,
      since: null,
    });
  return out;
}
const offlineText =
  "Device is Offline! No notifications can occur until the device is back online! Please check the device's internet connection";

/** HH:mm in the site's zone. */
function timeIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** It says when it was sent and up to when all is stored: it is told again only for so long. */
const documentLastsMs = 1_000;

/** The live document, written once for each change, and at most once a second while nothing changes. */
export function documentOf(place: Place, now: number, storedUntil: number): string {
  if (place.document === null || Math.abs(now - place.documentAt) >= documentLastsMs) {
    place.document = writeDocument(liveState(place, now), shapeOf(place), now, storedUntil);
    place.documentAt = now;
  }
  return place.document;
}
