import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react';
import css from './canvas.module.css';
import { Connectors } from './connectors.tsx';
import { around, boxOf, boxOfMachine } from './geometry/positions.ts';
import { boundsOfRotated } from './geometry/rotate.ts';
import { MachineImage } from './machine-image.tsx';
import { bleedOf, LabelView, ShapeView } from './shape-view.tsx';
import { placedOf, type Shape, type Tab } from './tab.ts';

const at = (x: number, y: number, more: CSSProperties = {}): CSSProperties => ({ left: x, top: y, ...more });

/** A shape of a tab that is not edited. */
export const StillShape = ({ shape, tab }: { readonly shape: Shape; readonly tab: Tab }) => {
  const bleed = bleedOf(shape, tab);
  return (
    <div
      className={css.place}
      style={at(shape.x - bleed.left, shape.y, {
        width: shape.width + bleed.left + bleed.right,
        height: shape.height + bleed.bottom,
        ...(shape.angle === 0 ? {} : { transform: `rotate(${shape.angle}deg)` }),
      })}
    >
      <ShapeView shape={shape} />
    </div>
  );
};

/** The bounding box of the elements with a margin; for an empty tab, the tab itself. */
function viewOf(tab: Tab) {
  // Ground lies under everything and would enlarge the box.
  const drawn = placedOf(tab).filter((element) => element.kind !== 'shape' || element.shape !== 'default');
  const boxes = drawn.map((element) => (element.kind === 'shape' ? boundsOfRotated(element) : boxOf(element)));
  const all = around(boxes);
  const pad = 24;
  if (all === null) return { x: 0, y: 0, width: tab.width, height: tab.height };
  return { x: all.x - pad, y: all.y - pad, width: all.width + 2 * pad, height: all.height + 2 * pad };
}

/** A static thumbnail of a tab, fitted into a box of the given height. */
export const StillTab = ({ tab, height }: { readonly tab: Tab; readonly height: number }) => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    setWidth(element.clientWidth);
    return () => watch.disconnect();
  }, []);
  const view = useMemo(() => viewOf(tab), [tab]);
  const zoom = width === 0 ? 0 : Math.min(width / view.width, height / view.height, 1);
  const left = (width - view.width * zoom) / 2 - view.x * zoom;
  const top = (height - view.height * zoom) / 2 - view.y * zoom;
  return (
    <div ref={ref} className={`${css.still} ${css.canvas}`} style={{ height }} aria-hidden="true">
      {zoom > 0 && (
        <div className={css.stillInner} style={{ transform: `translate(${left}px, ${top}px) scale(${zoom})` }}>
          {tab.shapes.map((shape) => (
            <StillShape key={shape.id} shape={shape} tab={tab} />
          ))}
          <Connectors connectors={tab.connectors} machines={tab.machines} />
          {tab.machines.map((machine) => {
            const box = boxOfMachine(machine);
            return (
              <div
                key={machine.id}
                className={css.place}
                style={at(box.x, box.y, { width: box.width, height: box.height })}
              >
                <MachineImage {...machine} scale={machine.scale} />
              </div>
            );
          })}
          {tab.labels.map((label) => (
            <div key={label.id} className={css.place} style={at(label.x, label.y)}>
              <LabelView label={label} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
