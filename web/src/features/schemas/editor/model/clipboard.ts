import { TabDocument } from '@tocsin/contract/schema-document';
import { snapFine } from '../../canvas/geometry/positions.ts';
import type { Connector, Point, Tab } from '../../canvas/tab.ts';
import { documentOf, named, tabOf } from '../../canvas/tab-document.ts';
import { countElements, type Elements, pick } from './elements.ts';

/** Marks our JSON in the clipboard, which pastes across tabs, windows and schemas. */
const mark = 'tocsin-elements';

/** The selected elements; connectors only if both their machines are selected. */
export function copied(tab: Tab, ids: ReadonlySet<string>): Elements {
  const chosen = pick(tab, ids);
  const machines = new Set(chosen.machines.map((machine) => machine.id));
  const inner = tab.connectors.filter((c) => machines.has(c.from.machine) && machines.has(c.to.machine));
  return { ...chosen, connectors: inner };
}

/**
 * The elements with new ids and an offset. Bindings are dropped, because a sensor is used once per schema.
 */
export function fresh(elements: Elements, by: Point, newId: () => string): Elements {
  const ids = new Map(elements.machines.map((machine) => [machine.id, newId()]));
  const moved = <P extends Point>(point: P): P => ({
    ...point,
    x: snapFine(point.x + by.x),
    y: snapFine(point.y + by.y),
  });
  const renamed = (end: Connector['from']) => ({ ...end, machine: ids.get(end.machine) ?? end.machine });
  return {
    shapes: elements.shapes.map((shape) => ({ ...moved(shape), id: newId() })),
    labels: elements.labels.map((label) => ({ ...moved(label), id: newId() })),
    machines: elements.machines.map((machine) => ({
      ...moved(machine),
      id: ids.get(machine.id) ?? newId(),
      savedId: null,
      bindings: [],
      stateSensor: null,
    })),
    connectors: elements.connectors.map((connector) => ({
      ...connector,
      id: newId(),
      from: renamed(connector.from),
      to: renamed(connector.to),
      via: connector.via.map(moved),
    })),
  };
}

/** The selection as clipboard text; null for an empty selection. */
export function clipboardText(tab: Tab, ids: ReadonlySet<string>): string | null {
  const elements = copied(tab, ids);
  if (countElements(elements) === 0) return null;
  return JSON.stringify({ kind: mark, document: documentOf(named({ ...tab, ...elements })) });
}

/** The elements of a clipboard text; null if it contains anything else. */
export function elementsOfText(text: string): Elements | null {
  if (!text.includes(mark)) return null;
  try {
    const content: unknown = JSON.parse(text);
    const document = typeof content === 'object' && content !== null ? Reflect.get(content, 'document') : null;
    const parsed = TabDocument.safeParse(document);
    return parsed.success ? tabOf(parsed.data) : null;
  } catch {
    return null;
  }
}
