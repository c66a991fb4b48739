import { limits } from '@tocsin/contract/limits';
import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts } from '@tocsin/contract/texts/schema-editor';
import { machineType } from '@tocsin/machines/library';
import { clampStretch } from '@tocsin/machines/machine';
import { type Alignment, type Axis, alignBoxes, distributeBoxes } from '../../canvas/geometry/arrange.ts';
import { boxOf, snapFine } from '../../canvas/geometry/positions.ts';
import { boundsOfRotated } from '../../canvas/geometry/rotate.ts';
import {
  type Box,
  type Element,
  type End,
  type Placed,
  type Point,
  placedOf,
  type Shape,
  type Tab,
} from '../../canvas/tab.ts';
import { limitMove, offsetOntoTab } from './bounds.ts';
import { addElements, type Elements, mapElements, removeElements } from './elements.ts';
import { atLength, measured, toScale } from './scale.ts';

/**
 * All changes that a user can make to a tab. An action is data; `perform` returns the tab after it without changing the
 * previous one, so its undo is the difference between the two (history.ts). An action that changes nothing returns the
 * same tab.
 */
export type Action =
  | { readonly kind: 'add'; readonly elements: Elements }
  | { readonly kind: 'paste'; readonly elements: Elements }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'move'; readonly ids: readonly string[]; readonly by: Point }
  | { readonly kind: 'nudge'; readonly ids: readonly string[]; readonly by: Point }
  | { readonly kind: 'scale'; readonly id: string; readonly scale: number }
  | { readonly kind: 'stretch'; readonly id: string; readonly stretch: number }
  | { readonly kind: 'flip'; readonly ids: readonly string[] }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'bind'; readonly id: string; readonly point: string; readonly sensor: string | null }
  | { readonly kind: 'state-sensor'; readonly id: string; readonly sensor: string | null }
  | { readonly kind: 'bend'; readonly id: string; readonly via: readonly Point[] }
  | { readonly kind: 'reconnect'; readonly id: string; readonly end: 'from' | 'to'; readonly to: End }
  | { readonly kind: 'reshape'; readonly id: string; readonly box: Box; readonly angle: number }
  | { readonly kind: 'write'; readonly id: string; readonly text: string }
  | { readonly kind: 'letter-size'; readonly ids: readonly string[]; readonly size: number }
  | { readonly kind: 'align'; readonly ids: readonly string[]; readonly alignment: Alignment }
  | { readonly kind: 'distribute'; readonly ids: readonly string[]; readonly axis: Axis }
  | { readonly kind: 'order'; readonly ids: readonly string[]; readonly to: 'front' | 'back' }
  | { readonly kind: 'length'; readonly id: string; readonly metres: number }
  | { readonly kind: 'area'; readonly ids: readonly string[]; readonly area: string }
  | { readonly kind: 'copies'; readonly elements: Elements; readonly width: number; readonly height: number }
  | { readonly kind: 'tab-scale'; readonly pixelsPerMetre: number | null }
  | { readonly kind: 'tab-name'; readonly name: string }
  | { readonly kind: 'tab-size'; readonly width: number; readonly height: number };

export type ActionKind = Action['kind'];

/** Label of the undo button, and whether repeats within a second merge into one step. */
export const actionTable: Readonly<Record<ActionKind, { readonly label: string; readonly merges: boolean }>> = {
  add: { label: editorTexts.actions.add, merges: false },
  paste: { label: editorTexts.actions.paste, merges: false },
  remove: { label: editorTexts.actions.remove, merges: false },
  move: { label: editorTexts.actions.move, merges: false },
  nudge: { label: editorTexts.actions.nudge, merges: true },
  scale: { label: editorTexts.actions.scale, merges: false },
  stretch: { label: editorTexts.actions.stretch, merges: true },
  flip: { label: editorTexts.actions.flip, merges: false },
  rename: { label: editorTexts.actions.rename, merges: true },
  bind: { label: editorTexts.actions.bind, merges: false },
  'state-sensor': { label: editorTexts.actions['state-sensor'], merges: false },
  bend: { label: editorTexts.actions.bend, merges: false },
  reconnect: { label: editorTexts.actions.reconnect, merges: false },
  reshape: { label: editorTexts.actions.reshape, merges: false },
  write: { label: editorTexts.actions.write, merges: true },
  'letter-size': { label: editorTexts.actions['letter-size'], merges: true },
  align: { label: editorTexts.actions.align, merges: false },
  distribute: { label: editorTexts.actions.distribute, merges: false },
  order: { label: editorTexts.actions.order, merges: false },
  length: { label: editorTexts.actions.length, merges: true },
  area: { label: editorTexts.actions.area, merges: true },
  copies: { label: editorTexts.actions.copies, merges: false },
  'tab-scale': { label: editorTexts.actions['tab-scale'], merges: true },
  'tab-name': { label: editorTexts.actions['tab-name'], merges: true },
  'tab-size': { label: editorTexts.actions['tab-size'], merges: true },
};

/** Identifies what an action changes: consecutive steps of one kind with the same subject merge. */
export const subjectOf = (action: Action): string => {
  if ('ids' in action) return action.ids.join();
  return 'id' in action ? action.id : '';
};

const bounded = (n: number, min: number, max: number): number => Math.min(max, Math.max(min, n));
const place = (n: number): number => bounded(snapFine(n), -documentLimits.coordinate, documentLimits.coordinate);
const side = (n: number): number => bounded(Math.round(n), documentLimits.minSide, documentLimits.mostSide);

/** The tab after an action; the same object if the action changes nothing. */
export function perform(tab: Tab, action: Action): Tab {
  switch (action.kind) {
    case 'add':
    case 'paste':
      return addElements(tab, onTab(tab, action.elements));
    case 'copies':
      return addElements({ ...tab, width: side(action.width), height: side(action.height) }, action.elements);
    case 'remove':
      return removeElements(tab, new Set(action.ids));
    case 'move':
    case 'nudge':
      return moveOnTab(tab, action.ids, action.by);
    case 'scale':
      return change(tab, action.id, 'machine', (m) => {
        const scale = bounded(action.scale, documentLimits.leastScale, documentLimits.maxScale);
        return measured({ ...m, scale }, tab.pixelsPerMetre);
      });
    case 'stretch':
      return change(tab, action.id, 'machine', (m) => {
        const type = machineType(m.type);
        const stretch = type === undefined ? m.stretch : clampStretch(type, action.stretch);
        return measured({ ...m, stretch }, tab.pixelsPerMetre);
      });
    case 'length':
      return change(tab, action.id, 'machine', (m) => atLength(m, action.metres, tab.pixelsPerMetre));
    case 'area':
      return changeAll(tab, action.ids, 'machine', (m) => ({ ...m, area: action.area.slice(0, limits.nameLength) }));
    case 'tab-scale':
      return toScale(tab, action.pixelsPerMetre);
    case 'flip':
      return changeAll(tab, action.ids, 'machine', (m) => ({ ...m, flip: !m.flip }));
    case 'rename':
      return change(tab, action.id, 'machine', (m) => ({ ...m, name: action.name }));
    case 'bind':
      return bind(tab, action.id, action.point, action.sensor);
    case 'state-sensor':
      return change(tab, action.id, 'machine', (m) => ({ ...m, stateSensor: action.sensor }));
    case 'bend':
      return change(tab, action.id, 'connector', (c) => ({
        ...c,
        via: action.via
          .slice(0, documentLimits.pointsPerConnector)
          .map((point) => ({ x: place(point.x), y: place(point.y) })),
      }));
    case 'reconnect':
      return reconnect(tab, action.id, action.end, action.to);
    case 'reshape':
      return change(tab, action.id, 'shape', (shape) => reshaped(shape, action.box, action.angle));
    case 'write':
      return change(tab, action.id, 'label', (label) => ({
        ...label,
        text: action.text.slice(0, documentLimits.labelLength),
      }));
    case 'letter-size':
      return changeAll(tab, action.ids, 'label', (label) => ({
        ...label,
        size: bounded(Math.round(action.size), documentLimits.leastFont, documentLimits.mostFont),
      }));
    case 'align':
      return arrange(tab, action.ids, (boxes) => alignBoxes(boxes, action.alignment));
    case 'distribute':
      return arrange(tab, action.ids, (boxes) => distributeBoxes(boxes, action.axis));
    case 'order':
      return reorder(tab, new Set(action.ids), action.to);
    case 'tab-name':
      return action.name === tab.name ? tab : { ...tab, name: action.name };
    case 'tab-size':
      return { ...tab, width: side(action.width), height: side(action.height) };
  }
}

/** Moves elements, but not beyond the edges of the tab. */
function moveOnTab(tab: Tab, ids: readonly string[], by: Point): Tab {
  const selected = new Set(ids);
  const offset = limitMove(
    placedOf(tab).filter((element) => selected.has(element.id)),
    by,
    tab,
  );
  return moveAll(tab, ids, () => offset);
}

/** Moves new elements onto the tab. */
function onTab(tab: Tab, elements: Elements): Elements {
  const by = offsetOntoTab([...elements.shapes, ...elements.machines, ...elements.labels], tab);
  if (by.x === 0 && by.y === 0) return elements;
  const { shapes, connectors, machines, labels } = moveAll({ ...tab, ...elements }, idsOf(elements), () => by);
  return { shapes, connectors, machines, labels };
}

const idsOf = ({ shapes, machines, labels }: Elements): readonly string[] =>
  [...shapes, ...machines, ...labels].map((element) => element.id);

type Of<K extends Element['kind']> = Extract<Element, { kind: K }>;

function changeAll<K extends Element['kind']>(
  tab: Tab,
  ids: readonly string[],
  kind: K,
  make: (element: Of<K>) => Of<K>,
): Tab {
  const selected = new Set(ids);
  const isOne = (element: Element): element is Of<K> => element.kind === kind && selected.has(element.id);
  // The lists are typed by kind, and `make` returns the kind it was given.
  return mapElements(tab, (element) => (isOne(element) ? (make(element) as typeof element) : element));
}

const change = <K extends Element['kind']>(tab: Tab, id: string, kind: K, make: (element: Of<K>) => Of<K>): Tab =>
  changeAll(tab, [id], kind, make);

/** Moves elements; the bends of a connector move if both its machines do. */
function moveAll(tab: Tab, ids: readonly string[], by: (id: string) => Point): Tab {
  const selected = new Set(ids);
  const moved = (point: Point, offset: Point): Point => ({
    x: place(point.x + offset.x),
    y: place(point.y + offset.y),
  });
  return mapElements(tab, (element) => {
    if (element.kind === 'connector') {
      const together = selected.has(element.from.machine) && selected.has(element.to.machine);
      if (!together || element.via.length === 0) return element;
      const offset = by(element.from.machine);
      const other = by(element.to.machine);
      if (offset.x !== other.x || offset.y !== other.y || (offset.x === 0 && offset.y === 0)) return element;
      return { ...element, via: element.via.map((point) => moved(point, offset)) };
    }
    if (!selected.has(element.id)) return element;
    const offset = by(element.id);
    return offset.x === 0 && offset.y === 0 ? element : { ...element, ...moved(element, offset) };
  });
}

const outer = (element: Placed): Box => (element.kind === 'shape' ? boundsOfRotated(element) : boxOf(element));

function arrange(tab: Tab, ids: readonly string[], offsetsOf: (boxes: readonly Box[]) => readonly Point[]): Tab {
  const selected = new Set(ids);
  const elements = placedOf(tab).filter((element) => selected.has(element.id));
  const moves = offsetsOf(elements.map(outer));
  const byId = new Map(elements.map((element, i) => [element.id, moves[i] ?? { x: 0, y: 0 }]));
  return moveAll(tab, [...byId.keys()], (id) => byId.get(id) ?? { x: 0, y: 0 });
}

/** Binds a sensor to a point. A sensor is used once per schema, so its previous binding on this tab is removed. */
function bind(tab: Tab, id: string, point: string, sensor: string | null): Tab {
  return mapElements(tab, (element) => {
    if (element.kind !== 'machine') return element;
    const own = element.id === id;
    const others = element.bindings.filter(
      (b) => !(own && b.point === point) && (sensor === null || b.sensor !== sensor),
    );
    const bindings = own && sensor !== null ? [...others, { point, sensor }] : others;
    const same =
      bindings.length === element.bindings.length &&
      bindings.every((b, i) => b.point === element.bindings[i]?.point && b.sensor === element.bindings[i]?.sensor);
    return same ? element : { ...element, bindings };
  });
}

function reconnect(tab: Tab, id: string, end: 'from' | 'to', to: End): Tab {
  if (!tab.machines.some((machine) => machine.id === to.machine)) return tab;
  return change(tab, id, 'connector', (connector) => {
    const other = end === 'from' ? connector.to : connector.from;
    if (other.machine === to.machine && other.anchor === to.anchor) return connector;
    return { ...connector, [end]: to };
  });
}

/** A shape with a new box and angle. Lines resize horizontally only; other shapes are at least 10 by 10. */
function reshaped(shape: Shape, box: Box, angle: number): Shape {
  const min = documentLimits.leastShape;
  const isLine = shape.shape === 'line';
  return {
    ...shape,
    x: place(box.x),
    y: place(box.y),
    width: bounded(snapFine(box.width), min, documentLimits.coordinate),
    height: isLine ? shape.height : bounded(snapFine(box.height), min, documentLimits.coordinate),
    angle: (((Math.round(angle * 10) / 10) % 360) + 360) % 360,
  };
}

function reorder(tab: Tab, ids: ReadonlySet<string>, to: 'front' | 'back'): Tab {
  const sort = <E extends Element>(list: readonly E[]): readonly E[] => {
    const chosen = list.filter((element) => ids.has(element.id));
    if (chosen.length === 0) return list;
    const rest = list.filter((element) => !ids.has(element.id));
    return to === 'front' ? [...rest, ...chosen] : [...chosen, ...rest];
  };
  return {
    ...tab,
    shapes: sort(tab.shapes),
    connectors: sort(tab.connectors),
    machines: sort(tab.machines),
    labels: sort(tab.labels),
  };
}
