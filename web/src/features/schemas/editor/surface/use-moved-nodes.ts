import { type RefObject, useEffect } from 'react';
import { placedOf } from '../../canvas/tab.ts';
import { useEditor } from '../use-editor.tsx';

/** Above this number of nodes, layers cost more than they save. */
const maxLayers = 8;
const still = { willChange: '', transform: 'none' };

/**
 * Moves dragged nodes directly in the DOM, each in its own layer, without rendering React Flow's nodes until the drag
 * ends.
 */
export const useMovedNodes = (surface: RefObject<HTMLElement | null>): void => {
  const editor = useEditor();
  useEffect(() => {
    const moved = new Map<string, HTMLElement>();
    const nodeOf = (id: string): HTMLElement | null => {
      const known = moved.get(id);
      if (known !== undefined) return known;
      const element = surface.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`) ?? null;
      if (element !== null) moved.set(id, element);
      return element;
    };
    const show = (): void => {
      const { settled, shown } = editor.snapshot();
      if (settled === shown) {
        for (const node of moved.values()) Object.assign(node.style, still);
        moved.clear();
        return;
      }
      const from = placedOf(settled);
      const offsets = placedOf(shown).flatMap((element, i) => {
        const start = from[i] ?? element;
        const isMoved = start !== element || moved.has(element.id);
        return isMoved ? [{ id: element.id, x: element.x - start.x, y: element.y - start.y }] : [];
      });
      const willChange = offsets.length <= maxLayers ? 'transform' : '';
      for (const { id, x, y } of offsets)
        Object.assign(nodeOf(id)?.style ?? {}, { willChange, transform: `translate(${x}px, ${y}px)` });
    };
    return editor.subscribe(show);
  }, [editor, surface]);
};
