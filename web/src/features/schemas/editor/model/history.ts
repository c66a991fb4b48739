import type { Element, Tab } from '../../canvas/tab.ts';
import { type Action, type ActionKind, actionTable, perform, subjectOf } from './actions.ts';
import { type Kind, kinds } from './elements.ts';

/**
 * Unlimited undo and redo. A step stores only what an action changed: the elements before and after with their positions
 * in the drawing order, and the tab's own fields. A thousand moves of one machine cost a thousand machines, not a
 * thousand tabs.
 */
interface ListChange {
  /** Ids in drawing order if elements were added, removed or reordered; else null. */
  readonly order: readonly string[] | null;
  /** The elements that differ, as they are on this side of the step. */
  readonly elements: readonly Element[];
}

interface Side {
  readonly lists: Partial<Readonly<Record<Kind, ListChange>>>;
  readonly name: string;
  readonly width: number;
  readonly pixelsPerMetre: number | null;
  readonly height: number;
}

export interface Step {
  readonly kind: ActionKind;
  readonly label: string;
  readonly subject: string;
  readonly at: number;
  readonly before: Side;
  readonly after: Side;
}

export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const emptyHistory: History = { done: [], undone: [] };

/** Repeats within this time merge into one step. */
const mergeMs = 1_000;

const idsOf = (list: readonly Element[]): readonly string[] => list.map((element) => element.id);
const sameOrder = (a: readonly Element[], b: readonly Element[]): boolean =>
  a.length === b.length && a.every((element, i) => element.id === b[i]?.id);

/** The differences that `put` applies to turn `from` into `to`. */
function sideOf(to: Tab, from: Tab): Side {
  const lists: Partial<Record<Kind, ListChange>> = {};
  for (const kind of kinds) {
    const target: readonly Element[] = to[kind];
    const source: readonly Element[] = from[kind];
    if (target === source) continue;
    const known = new Map(source.map((element) => [element.id, element]));
    const elements = target.filter((element) => known.get(element.id) !== element);
    const order = sameOrder(target, source) ? null : idsOf(target);
    if (order !== null || elements.length > 0) lists[kind] = { order, elements };
  }
  return { lists, name: to.name, width: to.width, height: to.height, pixelsPerMetre: to.pixelsPerMetre };
}

function putList(list: readonly Element[], change: ListChange): readonly Element[] {
  const changed = new Map(change.elements.map((element) => [element.id, element]));
  if (change.order === null) return list.map((element) => changed.get(element.id) ?? element);
  const known = new Map(list.map((element) => [element.id, element]));
  return change.order.flatMap((id) => changed.get(id) ?? known.get(id) ?? []);
}

function put(tab: Tab, side: Side): Tab {
  const lists: Partial<Record<Kind, readonly Element[]>> = {};
  for (const kind of kinds) {
    const change = side.lists[kind];
    if (change !== undefined) lists[kind] = putList(tab[kind], change);
  }
  // Each list gets back elements of its own kind, because they came from it.
  return {
    ...tab,
    ...(lists as Partial<Tab>),
    name: side.name,
    width: side.width,
    height: side.height,
    pixelsPerMetre: side.pixelsPerMetre,
  };
}

const changesNothing = (side: Side, from: Tab): boolean =>
  Object.keys(side.lists).length === 0 &&
  side.name === from.name &&
  side.width === from.width &&
  side.height === from.height &&
  side.pixelsPerMetre === from.pixelsPerMetre;

export interface Drawn {
  readonly tab: Tab;
  readonly history: History;
}

const belongsTo = (last: Step | undefined, action: Action, at: number): last is Step =>
  last !== undefined &&
  last.kind === action.kind &&
  actionTable[action.kind].merges &&
  at - last.at < mergeMs &&
  last.subject === subjectOf(action);

/** Performs an action and records its undo step. Undone steps are dropped. */
export function doAction({ tab, history }: Drawn, action: Action, at: number): Drawn {
  const next = perform(tab, action);
  const after = sideOf(next, tab);
  if (changesNothing(after, tab)) return { tab, history };
  const last = history.done.at(-1);
  const first = belongsTo(last, action, at) && history.undone.length === 0 ? last : null;
  const start = first === null ? tab : put(tab, first.before);
  const step: Step = {
    kind: action.kind,
    label: actionTable[action.kind].label,
    subject: subjectOf(action),
    at,
    before: sideOf(start, next),
    after: sideOf(next, start),
  };
  const done = first === null ? history.done : history.done.slice(0, -1);
  return { tab: next, history: { done: [...done, step], undone: [] } };
}

/** Undoes the newest step; unchanged if there is none. */
export function undo({ tab, history }: Drawn): Drawn {
  const step = history.done.at(-1);
  if (step === undefined) return { tab, history };
  return {
    tab: put(tab, step.before),
    history: { done: history.done.slice(0, -1), undone: [...history.undone, step] },
  };
}

/** Redoes the step that was undone last; unchanged if there is none. */
export function redo({ tab, history }: Drawn): Drawn {
  const step = history.undone.at(-1);
  if (step === undefined) return { tab, history };
  return {
    tab: put(tab, step.after),
    history: { done: [...history.done, step], undone: history.undone.slice(0, -1) },
  };
}
