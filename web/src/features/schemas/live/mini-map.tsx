import { texts } from '@tocsin/contract/texts/schemas';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
import type { Box, Tab } from '../canvas/tab.ts';
import { usePlantStore } from './feed.tsx';
import css from './mini-map.module.css';
import { useView, type ViewCommands } from './view.tsx';

const most = { width: 224, height: 84 } as const;

/** Whether part of the tab is out of view. */
export const isPart = (box: Box, tab: Tab): boolean =>
  box.x > 4 || box.y > 4 || box.x + box.width < tab.width - 4 || box.y + box.height < tab.height - 4;

/** Shown while part of the tab is out of view: marks the view and alarms. Click or drag to move the view. */
export const MiniMap = ({ tab, commands }: { readonly tab: Tab; readonly commands: ViewCommands }) => {
  const { box } = useView();
  return box !== null && isPart(box, tab) ? <PartialMap tab={tab} commands={commands} /> : null;
};

const PartialMap = ({ tab, commands }: { readonly tab: Tab; readonly commands: ViewCommands }) => {
  const plant = usePlantStore();
  const flow = useStoreApi();
  const { setCenter, getZoom } = useReactFlow();
  const frame = useRef<SVGRectElement>(null);
  const scale = Math.min(most.width / tab.width, most.height / tab.height);
  const boxes = useMemo(() => tab.machines.map((machine) => ({ id: machine.id, box: boxOfMachine(machine) })), [tab]);
  const loud = useSyncExternalStore(plant.subscribe, plant.notNormal);
  // Moves the frame with each step of a movement, without rendering.
  useEffect(() => {
    const follow = (): void => {
      const { transform, width, height } = flow.getState();
      const [x, y, zoom] = transform;
      const rect = frame.current;
      rect?.setAttribute('x', String(-x / zoom));
      rect?.setAttribute('y', String(-y / zoom));
      rect?.setAttribute('width', String(width / zoom));
      rect?.setAttribute('height', String(height / zoom));
    };
    follow();
    return flow.subscribe(follow);
  }, [flow]);
  const go = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.buttons !== 1) return;
    const at = event.currentTarget.getBoundingClientRect();
    commands.moved();
    void setCenter((event.clientX - at.left) / scale, (event.clientY - at.top) / scale, { zoom: getZoom() });
  };
  return (
    <svg
      className={css.map}
      width={tab.width * scale}
      height={tab.height * scale}
      viewBox={`0 0 ${tab.width} ${tab.height}`}
      role="img"
      aria-label={texts.miniMap}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      {boxes.map(({ id, box }) => {
        const { state } = plant.status(id);
        return (
          <rect
            key={id}
            className={loud.includes(id) ? css[state] : css.machine}
            x={box.x}
            y={box.y}
            width={box.width}
            height={box.height}
          />
        );
      })}
      <rect ref={frame} className={css.frame} />
    </svg>
  );
};
