import { type RefObject, useEffect } from 'react';
import { placedOf } from '../../canvas/tab.ts';
import { useEditor } from '../use-editor.tsx';

/** More than these are not worth layers of their own. */
const mostLayers = 8;
const still = { willChange: '', transform: 'none' };

/**
 * While a drag runs its elements are moved on the page directly, each in a layer of its own: React Flow's nodes, all
 * the others and what is painted of them stay as they are. Where it ends the nodes are made anew.
 */
export const useMovedNodes = (surface: RefObject<HTMLElement | null>): void => {
  const editor = useEditor();
  useEffect(() => {
    const moved = new Map<string, HTMLElement>();
    const nodeOf = (id: string): HTMLElement | null => {
      const known = moved.get(id);
      if (known !== undefined) return known;
      const found = surface.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`) ?? null;
      if (found !== null) moved.set(id, found);
      return found;
    };
    const show = (): void => {
      const { resting, shown } = editor.snapshot();
      if (resting === shown) {
        for (const node of moved.values()) Object.assign(node.style, still);
        moved.clear();
        return;
      }
      const from = placedOf(resting);
      const ways = placedOf(shown).flatMap((element, i) => {
        const start = from[i] ?? element;
        const isMoved = start !== element || moved.has(element.id);
        return isMoved ? [{ id: element.id, x: element.x - start.x, y: element.y - start.y }] : [];
      });
      const willChange = ways.length <= mostLayers ? 'transform' : '';
      for (const { id, x, y } of ways)
        Object.assign(nodeOf(id)?.style ?? {}, { willChange, transform: `translate(${x}px, ${y}px)` });
    };
    return editor.subscribe(show);
  }, [editor, surface]);
};
