import { type CSSProperties, memo } from 'react';
import { Text } from '../../../ui/layout.tsx';
import canvas from '../canvas/canvas.module.css';
import { Connectors } from '../canvas/connectors.tsx';
import { bleedOf, LabelView, ShapeView } from '../canvas/shape-view.tsx';
import type { Tab } from '../canvas/tab.ts';

/** The static part: ground, buildings, pipes, texts. */
export const Still = memo(({ tab }: { readonly tab: Tab }) => (
  <Text as="div" position="absolute" top={0} left={0}>
    {tab.shapes.map((shape) => {
      const bleed = bleedOf(shape, tab);
      const style: CSSProperties = {
        left: shape.x - bleed.left,
        top: shape.y,
        width: shape.width + bleed.left + bleed.right,
        height: shape.height + bleed.bottom,
        ...(shape.angle === 0 ? {} : { transform: `rotate(${shape.angle}deg)` }),
      };
      return (
        <div key={shape.id} className={canvas.place} style={style}>
          <ShapeView shape={shape} />
        </div>
      );
    })}
    <Connectors connectors={tab.connectors} machines={tab.machines} />
    {tab.labels.map((label) => (
      <div key={label.id} className={canvas.place} style={{ left: label.x, top: label.y }}>
        <LabelView label={label} />
      </div>
    ))}
  </Text>
));
