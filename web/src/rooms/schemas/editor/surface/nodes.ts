import type { Node } from '@xyflow/react';
import { boxOf } from '../../canvas/geometry/place.ts';
import { type Label, type Machine, type Placed, placedOf, type Shape, type Tab } from '../../canvas/tab.ts';

/** React Flow's nodes, made of the tab's elements; an element that stays the same keeps its node. */
export type MachineNodeType = Node<{ readonly machine: Machine }, 'machine'>;
export type ShapeNodeType = Node<{ readonly shape: Shape }, 'shape'>;
export type LabelNodeType = Node<{ readonly label: Label }, 'label'>;
export type TabNode = MachineNodeType | ShapeNodeType | LabelNodeType;

const layer = { shape: 0, machine: 10, label: 20 } as const;
/** What is selected has its handles above its neighbours; a shape stays below, since it may be the ground of them all. */
const selectedLayer = { shape: 0, machine: 30, label: 30 } as const;

function make(element: Placed, selected: boolean): TabNode {
  const { width, height } = boxOf(element);
  const shared = {
    id: element.id,
    position: { x: element.x, y: element.y },
    selected,
    zIndex: (selected ? selectedLayer : layer)[element.kind],
    // Sizes are known: nothing needs to be measured before it is shown.
    measured: { width, height },
    width,
    height,
    // Placed, not moved by a transform: each of hundreds would be a part that the browser keeps apart and puts together
    // anew whenever one of them moves.
    style: { transform: 'none', left: element.x, top: element.y },
  };
  switch (element.kind) {
    case 'machine':
      return { ...shared, type: 'machine', data: { machine: element } };
    case 'shape':
      return { ...shared, type: 'shape', data: { shape: element } };
    case 'label':
      return { ...shared, type: 'label', data: { label: element } };
  }
}

/** Remembers the nodes of the time before, so that a drag of one element makes one new node. */
export function createNodes(): (tab: Tab, selection: ReadonlySet<string>) => TabNode[] {
  let known = new Map<Placed, TabNode>();
  return (tab, selection) => {
    const next = new Map<Placed, TabNode>();
    const nodes = placedOf(tab).map((element) => {
      const selected = selection.has(element.id);
      const before = known.get(element);
      const node = before !== undefined && before.selected === selected ? before : make(element, selected);
      next.set(element, node);
      return node;
    });
    known = next;
    return nodes;
  };
}
