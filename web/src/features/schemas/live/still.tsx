import { memo } from 'react';
import { Text } from '../../../ui/layout.tsx';
import canvas from '../canvas/canvas.module.css';
import { Connectors } from '../canvas/connectors.tsx';
import { LabelView } from '../canvas/shape-view.tsx';
import { StillShape } from '../canvas/still-tab.tsx';
import type { Tab } from '../canvas/tab.ts';

/** The static part: ground, buildings, pipes, texts. */
export const Still = memo(({ tab }: { readonly tab: Tab }) => (
  <Text as="div" position="absolute" top={0} left={0}>
    {tab.shapes.map((shape) => (
      <StillShape key={shape.id} shape={shape} tab={tab} />
    ))}
    <Connectors connectors={tab.connectors} machines={tab.machines} />
    {tab.labels.map((label) => (
      <div key={label.id} className={canvas.place} style={{ left: label.x, top: label.y }}>
        <LabelView label={label} />
      </div>
    ))}
  </Text>
));
