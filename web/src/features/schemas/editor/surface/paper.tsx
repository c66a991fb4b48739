import { ViewportPortal } from '@xyflow/react';
import { useEdited } from '../use-editor.tsx';
import { ConnectorLayer } from './connector-layer.tsx';
import css from './surface.module.css';

/** The tab's sheet with its grid, below everything. */
const Sheet = () => {
  const width = useEdited((state) => state.shown.width);
  const height = useEdited((state) => state.shown.height);
  return <div className={css.sheet} style={{ width, height }} />;
};

/** Alignment guides and the distance to the neighbour. */
const Hints = () => {
  const guides = useEdited((state) => state.guides);
  const gaps = useEdited((state) => state.gaps);
  const width = useEdited((state) => state.shown.width);
  const height = useEdited((state) => state.shown.height);
  return (
    <>
      {guides.map((guide) => (
        <span
          key={`${guide.axis} ${guide.at}`}
          className={css.guide}
          data-guide={guide.axis}
          style={guide.axis === 'x' ? { left: guide.at, top: 0, height } : { left: 0, top: guide.at, width }}
        />
      ))}
      {gaps.map((gap) => {
        const length = gap.to - gap.from;
        const style =
          gap.axis === 'x'
            ? { left: gap.from, top: gap.at, width: length }
            : { left: gap.at, top: gap.from, height: length };
        return (
          <span key={gap.axis} className={css.gap} data-gap={gap.axis} style={style}>
            <b>{Math.round(length)}</b>
          </span>
        );
      })}
    </>
  );
};

/** Everything on the canvas besides React Flow's nodes. */
export const Paper = () => (
  <ViewportPortal>
    <div className={css.below}>
      <Sheet />
    </div>
    <div className={css.pipes}>
      <ConnectorLayer />
    </div>
    <div className={css.above}>
      <Hints />
    </div>
  </ViewportPortal>
);
