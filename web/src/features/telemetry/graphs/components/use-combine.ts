import { type DragEvent, useState } from 'react';

const kind = 'application/x-tocsin-sensor';

/** Props that make a sensor's name draggable. */
export const dragOf = (path: string) => ({
  draggable: true,
  onDragStart: (event: DragEvent): void => {
    event.dataTransfer.setData(kind, path);
    event.dataTransfer.effectAllowed = 'link';
  },
});

/** Props of a row onto which another sensor can be dropped, to compare both. */
export const useCombine = (paths: readonly string[], onCombine: (paths: readonly string[]) => void) => {
  const [isOver, setOver] = useState(false);
  const isSensor = (event: DragEvent): boolean => event.dataTransfer.types.includes(kind);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent): void => {
      if (!isSensor(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'link';
      setOver(true);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      setOver(false);
      const dropped = event.dataTransfer.getData(kind);
      if (dropped === '' || paths.includes(dropped)) return;
      event.preventDefault();
      onCombine([...paths, dropped]);
    },
  };
};
