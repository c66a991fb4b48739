import type { Node } from '@xyflow/react';
import { boxOf } from '../../canvas/geometry/positions.ts';
import { type Label, type Machine, type Placed, placedOf, type Shape, type Tab } from '../../canvas/tab.ts';

/** React Flow nodes of the tab's elements; an unchanged element keeps its node. */
export type MachineNodeType = Node<{ readonly machine: Machine }, 'machine'>;
export type ShapeNodeType = Node<{ readonly shape: Shape }, 'shape'>;
export type LabelNodeType = Node<{ readonly label: Label }, 'label'>;
export type TabNode = MachineNodeType | ShapeNodeType | LabelNodeType;

const layer = { shape: 0, machine: 10, label: 20 } as const;
/** Selected elements are raised so that their handles can be reached; a shape stays below, since it may be ground. */
const selectedLayer = { shape: 0, machine: 30, label: 30 } as const;

function make(element: Placed, selected: boolean): TabNode {
  const { width, height } = boxOf(element);
  const shared = {
    id: element.id,
    position: { x: element.x, y: element.y },
    selected,
    zIndex: (selected ? selectedLayer : layer)[element.kind],
    // Sizes are known, so React Flow need not measure them.
    measured: { width, height },
    width,
    height,
    // Positioned without a transform, which would make each of hundreds of nodes a layer that the browser composites
    // whenever one moves.
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

/** Creates a function that caches the previous nodes, so that dragging one element creates one new node. */
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
