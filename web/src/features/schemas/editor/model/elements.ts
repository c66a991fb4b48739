import type { Connector, Element, Label, Machine, Shape, Tab } from '../../canvas/tab.ts';

/** Elements by kind, so that a tab's four lists can be handled alike. */
export interface Elements {
  readonly shapes: readonly Shape[];
  readonly connectors: readonly Connector[];
  readonly machines: readonly Machine[];
  readonly labels: readonly Label[];
}

export const noElements: Elements = { shapes: [], connectors: [], machines: [], labels: [] };

export const kinds = ['shapes', 'connectors', 'machines', 'labels'] as const;
export type Kind = (typeof kinds)[number];

type Change = <E extends Element>(element: E) => E;

/** Compares field by field, so that setting a field to its current value is no change. */
const alike = (a: Element, b: Element): boolean =>
  a === b || Object.entries(a).every(([key, value]) => Object.is(value, Reflect.get(b, key)));

const mapped = <E extends Element>(list: readonly E[], change: Change): readonly E[] => {
  let changed = false;
  const next = list.map((element) => {
    const after = change(element);
    if (alike(after, element)) return element;
    changed = true;
    return after;
  });
  return changed ? next : list;
};

/** Updates elements; unchanged lists and elements keep their identity, so that components re-render only what changed. */
export function mapElements(tab: Tab, change: Change): Tab {
  const shapes = mapped(tab.shapes, change);
  const connectors = mapped(tab.connectors, change);
  const machines = mapped(tab.machines, change);
  const labels = mapped(tab.labels, change);
  const same =
    shapes === tab.shapes && connectors === tab.connectors && machines === tab.machines && labels === tab.labels;
  return same ? tab : { ...tab, shapes, connectors, machines, labels };
}

export const addElements = (tab: Tab, added: Elements): Tab => ({
  ...tab,
  shapes: [...tab.shapes, ...added.shapes],
  connectors: [...tab.connectors, ...added.connectors],
  machines: [...tab.machines, ...added.machines],
  labels: [...tab.labels, ...added.labels],
});

/** The tab without these elements; a connector is removed with either of its machines. */
export function removeElements(tab: Tab, ids: ReadonlySet<string>): Tab {
  const stays = (element: Element): boolean => !ids.has(element.id);
  const machines = tab.machines.filter(stays);
  const left = new Set(machines.map((machine) => machine.id));
  return {
    ...tab,
    shapes: tab.shapes.filter(stays),
    connectors: tab.connectors.filter((c) => stays(c) && left.has(c.from.machine) && left.has(c.to.machine)),
    machines,
    labels: tab.labels.filter(stays),
  };
}

export function findElement(tab: Tab, id: string): Element | undefined {
  for (const kind of kinds) {
    const element = (tab[kind] as readonly Element[]).find((element) => element.id === id);
    if (element !== undefined) return element;
  }
  return undefined;
}

/** The selected elements of a tab, by kind, in drawing order. */
export const pick = (tab: Tab, ids: ReadonlySet<string>): Elements => ({
  shapes: tab.shapes.filter((element) => ids.has(element.id)),
  connectors: tab.connectors.filter((element) => ids.has(element.id)),
  machines: tab.machines.filter((element) => ids.has(element.id)),
  labels: tab.labels.filter((element) => ids.has(element.id)),
});

export const countElements = (tab: Elements): number =>
  tab.shapes.length + tab.connectors.length + tab.machines.length + tab.labels.length;
