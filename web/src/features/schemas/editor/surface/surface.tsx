import '@xyflow/react/dist/base.css';
import { type NodeChange, ReactFlow, SelectionMode, useReactFlow, useStore } from '@xyflow/react';
import {
  type CSSProperties,
  type DragEvent as ReactDragEvent,
  type MouseEvent as ReactMouseEvent,
  useMemo,
  useRef,
} from 'react';
import canvas from '../../canvas/canvas.module.css';
import type { Point } from '../../canvas/tab.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import { LabelNode } from './label-node.tsx';
import { MachineNode } from './machine-node.tsx';
import { moveBy, movementOf } from './moving.ts';
import { createNodes, type TabNode } from './nodes.ts';
import { Paper } from './paper.tsx';
import { ShapeNode } from './shape-node.tsx';
import css from './surface.module.css';
import { useMovedNodes } from './use-moved-nodes.ts';

const nodeTypes = { machine: MachineNode, shape: ShapeNode, label: LabelNode };
export const paletteType = 'application/x-tocsin-machine';

/** Scales handles by the inverse of the zoom, so that they keep their size on screen. */
const useScaled = (): CSSProperties => {
  const zoom = useStore((state) => state.transform[2]);
  return { '--unzoom': 1 / zoom } as CSSProperties;
};

/** The canvas: React Flow handles the viewport, dragging and selecting; the editor turns them into actions. */
export const Surface = () => {
  const editor = useEditor();
  const resting = useEdited((state) => state.settled);
  const isMoving = useEdited((state) => state.settled !== state.shown);
  const selection = useEdited((state) => state.selection);
  const tool = useEdited((state) => state.tool);
  const nodesOf = useMemo(createNodes, []);
  const nodes = nodesOf(resting, selection);
  const { screenToFlowPosition, getZoom } = useReactFlow();
  const dragged = useRef<{ ids: string[]; by: Point } | null>(null);
  const style = useScaled();
  const surface = useRef<HTMLDivElement>(null);
  useMovedNodes(surface);

  const change = (changes: NodeChange<TabNode>[]): void => {
    const movement = movementOf(editor.snapshot().tab, changes);
    // Cancelled by Escape or by another action: ignored until the button is released.
    const isCancelled = dragged.current !== null && !editor.isPreviewing();
    if (movement !== null && !isCancelled) {
      dragged.current = movement;
      moveBy(editor, editor.snapshot().tab, movement.ids, movement.by, getZoom());
    }
    const picks = changes.filter((one) => one.type === 'select');
    if (picks.length === 0) return;
    const next = new Set(editor.snapshot().selection);
    for (const pick of picks) {
      if (pick.selected) next.add(pick.id);
      else next.delete(pick.id);
    }
    editor.select(next);
  };
  const start = (): void => {
    dragged.current = null;
  };
  const stop = (): void => {
    if (dragged.current === null) return;
    dragged.current = null;
    editor.commitPreview();
  };
  const place = (event: { readonly clientX: number; readonly clientY: number }): Point =>
    screenToFlowPosition({ x: event.clientX, y: event.clientY });
  const click = (event: ReactMouseEvent): void => {
    const { connecting } = editor.snapshot();
    if (tool === 'text') editor.addLabel(place(event));
    else if (tool !== 'select' && tool !== 'connector') editor.addShape(tool, place(event));
    else if (connecting !== null) editor.stopConnecting();
    else editor.select([]);
  };
  const drop = (event: ReactDragEvent): void => {
    const type = Number(event.dataTransfer.getData(paletteType));
    if (!type) return;
    event.preventDefault();
    editor.addMachine(type, place(event));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette offers the keyboard equivalent of dropping.
    <div
      ref={surface}
      className={`${css.surface} ${canvas.canvas} ${tool === 'select' || tool === 'connector' ? '' : css.placing} ${isMoving ? css.moving : ''}`}
      style={style}
      data-tool={tool}
      onDrop={drop}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(paletteType)) event.preventDefault();
      }}
    >
      <ReactFlow<TabNode>
        nodes={nodes}
        edges={[]}
        nodeTypes={nodeTypes}
        onNodesChange={change}
        onNodeDragStart={start}
        onSelectionDragStart={start}
        onNodeDragStop={stop}
        onSelectionDragStop={stop}
        onPaneClick={click}
        minZoom={0.1}
        maxZoom={8}
        deleteKeyCode={null}
        multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
        selectionKeyCode={null}
        selectionOnDrag={tool === 'select'}
        selectionMode={SelectionMode.Partial}
        panOnDrag={tool === 'select' ? [1, 2] : true}
        panOnScroll
        zoomOnDoubleClick={false}
        elevateNodesOnSelect={false}
        disableKeyboardA11y
        nodesConnectable={false}
        // Each node contains a button; a focusable node would be a second tab stop without an action.
        nodesFocusable={false}
        nodeDragThreshold={2}
        attributionPosition="bottom-left"
      >
        <Paper />
      </ReactFlow>
    </div>
  );
};
