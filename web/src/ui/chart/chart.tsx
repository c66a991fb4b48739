import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { observeVisibility, observeWidth } from '../shared-observers.ts';
import { usePalette } from '../theme.ts';
import type { Palette } from '../tokens.ts';
import { bandColumns, fillBand } from './band.ts';
import css from './chart.module.css';
import { drawAbove, drawBelow, drawLeftAxis, type Surroundings } from './chart-draw.ts';
import type { ChartGroup } from './chart-group.ts';
import {
  bandColour,
  chartData,
  chartSeries,
  type Line,
  linesOn,
  type ScaleKey,
  scaleOf,
  scaleRange,
  scalesOf,
} from './chart-lines.ts';
import { type ChartSpan, type Gap, pointUnder } from './columns.ts';
import { addGestures } from './gestures.ts';
import { ownAxes } from './own-axes.ts';
import { sharedTicks } from './time-ticks.ts';

export interface ChartProps {
  readonly group: ChartGroup;
  readonly lines: readonly Line[];
  readonly around: Omit<Surroundings, 'ticks'>;
  readonly zone: string;
  readonly height: number;
  /** Length of a slot in ms; null if each point is one reading. */
  readonly slotMs: number | null;
  /** Width of the value labels at the right, in px. */
  readonly axisWidth: number;
  readonly label: string;
  readonly gapText: (gap: Gap) => readonly [string, string];
  readonly valueLabel: (value: number, scale: ScaleKey) => string;
  /** For a chart with its own axes: the title of a unit's axis. */
  readonly axisTitle?: (scale: ScaleKey) => string;
  /** Called after each drawing. */
  readonly onDrawn?: (drawn: Drawn) => void;
}

/** Where things stand after a drawing, in px from the top of the chart. */
export interface Drawn {
  /** The newest visible value of each shown line with one, by its key. */
  readonly ends: ReadonlyMap<string, number>;
  /** The place of a value of the first unit, and the value at a place. */
  readonly placeOf: (value: number) => number;
  readonly valueAt: (place: number) => number;
}

const drawnOf = (u: uPlot, lines: readonly Line[], { from, to }: ChartSpan): Drawn => {
  const ends = new Map<string, number>();
  for (const line of lines) {
    const at = line.columns.times.findLastIndex((time) => time <= to);
    const value = line.columns.values[at];
    if (!line.shown || value === undefined || (line.columns.times[at] ?? 0) < from) continue;
    ends.set(line.key, u.valToPos(value, scaleOf(line, lines)));
  }
  return { ends, placeOf: (value) => u.valToPos(value, 'y'), valueAt: (place) => u.posToVal(place, 'y') };
};

/** Distance from the window, in px, beyond which a chart releases its canvas. */
const nearPx = 600;

interface Look {
  readonly props: ChartProps;
  readonly palette: Palette;
}

/** Draws the min-max bands below the lines. */
const drawBands = (u: uPlot, { props, palette }: Look): void => {
  const { lines, group, slotMs } = props;
  if (slotMs === null) return;
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const line of lines) {
    if (!line.shown || line.isFaint || line.columns.high === null) continue;
    const scale = scaleOf(line, lines);
    // Value axes are linear, so two points define the mapping.
    const zero = u.valToPos(0, scale, true);
    const perUnit = u.valToPos(1, scale, true) - zero;
    ctx.fillStyle = bandColour(line, lines, palette);
    const band = bandColumns(line.columns, group.range(), Math.round(bbox.width), slotMs);
    fillBand(ctx, band, bbox.left, (value) => zero + value * perUnit);
  }
  ctx.restore();
};

const optionsOf = (look: () => Look, width: number, lead: (u: uPlot, at: number | null) => void): uPlot.Options => {
  const { props, palette } = look();
  const { group, axisWidth } = props;
  const contacts = linesOn('y', props.lines).every((line) => line.contact);
  const rangeOf = (scale: ScaleKey) => (): [number, number] =>
    scaleRange(
      linesOn(scale, look().props.lines),
      group.range(),
      scale === 'y' ? look().props.around.limits.map((limit) => limit.value) : [],
    );
  return {
    width,
    height: props.height,
    // Space for the topmost label of an own axis, which is centred on the edge of the plot.
    padding: [props.axisTitle ? 8 : 0, 0, 0, 0],
    legend: { show: false },
    focus: { alpha: 1 },
    cursor: {
      y: false,
      dataIdx: (u, series, index, at) => {
        const { lines, slotMs } = look().props;
        const line = lines[series - 1];
        if (slotMs === null || line === undefined || lines.length > 1) return index;
        const selected = pointUnder(line.columns, at, { slotMs, pixelMs: pixelMs(u, group), withinMs: 0 });
        return selected === -1 ? null : selected;
      },
      drag: { x: true, y: false, setScale: false },
      points: { size: 9, width: 2, stroke: () => palette.text, fill: () => palette.surface },
      bind: { dblclick: () => () => (group.reset(), null) },
    },
    scales: {
      x: { time: false, range: () => [group.range().from, group.range().to] },
      ...Object.fromEntries(scalesOf(props.lines).map((scale) => [scale, { range: rangeOf(scale) }])),
    },
    axes: props.axisTitle
      ? ownAxes(() => look().props, palette, width)
      : [
          { show: false },
          {
            scale: 'y',
            side: 1,
            size: axisWidth,
            gap: 8,
            stroke: palette.text3,
            font: '12px Inter Variable',
            ticks: { show: false },
            grid: { stroke: palette.line, width: 1 },
            ...(contacts ? { splits: () => [-1, 1] } : {}),
            space: 36,
            values: (_u, splits) => splits.map((value) => look().props.valueLabel(value, 'y')),
          },
        ],
    series: chartSeries(() => look().props.lines, palette),
    hooks: {
      drawClear: [
        (u) => {
          const { from, to } = group.range();
          const ticks = sharedTicks(from, to, plotWidth(u), look().props.zone);
          drawBelow(u, { ...look().props.around, ticks }, look().palette, uPlot.pxRatio);
          drawBands(u, look());
        },
      ],
      draw: [
        (u) => {
          const { around, gapText, valueLabel, lines, onDrawn } = look().props;
          drawAbove(u, { ...around, ticks: [] }, look().palette, uPlot.pxRatio, gapText);
          if (!look().props.axisTitle)
            drawLeftAxis(u, look().palette, uPlot.pxRatio, (value) => valueLabel(value, 'other'));
          onDrawn?.(drawnOf(u, lines, group.range()));
        },
      ],
      setSelect: [
        (u) => {
          if (u.select.width < 4) return;
          group.zoom({ from: u.posToVal(u.select.left, 'x'), to: u.posToVal(u.select.left + u.select.width, 'x') });
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      setCursor: [(u) => lead(u, (u.cursor.left ?? -1) < 0 ? null : u.posToVal(u.cursor.left ?? 0, 'x'))],
    },
  };
};

/** Width of the plot in px as computed by uPlot; measuring the DOM would force a layout for each chart. */
const plotWidth = (u: uPlot): number => Math.round(u.bbox.width / uPlot.pxRatio);

const pixelMs = (u: uPlot, group: ChartGroup): number =>
  (group.range().to - group.range().from) / Math.max(1, plotWidth(u));

/** Applies the group's range, and its cursor if the mouse is over another chart; returns the unsubscribe function. */
const follow = (u: uPlot, host: HTMLElement, group: ChartGroup, leads: () => boolean): (() => void) => {
  let frame = 0;
  const leaveRange = group.onRange(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => u.setScale('x', { min: group.range().from, max: group.range().to }));
  });
  const leaveCursor = group.onCursor(() => {
    const at = group.cursor();
    host.toggleAttribute('data-cursor', at !== null);
    if (leads()) return;
    u.setCursor(at === null ? { left: -10, top: -10 } : { left: u.valToPos(at, 'x'), top: 0 }, false);
  });
  return () => {
    cancelAnimationFrame(frame);
    leaveRange();
    leaveCursor();
  };
};

/** One chart of a group. It is drawn only near the window; mouse movements do not re-render it. */
export const Chart = (props: ChartProps) => {
  const host = useRef<HTMLDivElement>(null);
  const palette = usePalette();
  const look = useRef<Look>({ props, palette });
  const plot = useRef<uPlot | null>(null);
  const { group, lines, height, around, zone } = props;
  const shape = lines.map((line) => `${line.key}${line.contact ? 'c' : ''}${line.shown ? '' : 'h'}`).join(' ');

  useEffect(() => {
    look.current = { props, palette };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines, axes or colours need a new chart.
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let undo: (() => void) | null = null;
    const make = (width: number): void => {
      if (undo !== null) return;
      let leading = false;
      const lead = (u: uPlot, at: number | null): void => {
        leading = true;
        group.setCursor(at, pixelMs(u, group));
        leading = false;
      };
      // Drawn before it is inserted: in the document, each change of the canvas font would recompute all styles.
      const u = new uPlot(
        optionsOf(() => look.current, width, lead),
        chartData(look.current.props.lines),
        (self, init) => self.batch(() => init()),
      );
      element.append(u.root);
      plot.current = u;
      const stopFollowing = follow(u, element, group, () => leading);
      const removeGestures = addGestures(
        element,
        group,
        { left: () => u.bbox.left / uPlot.pxRatio, width: () => plotWidth(u) },
        { plainWheel: false, plainDrag: false },
      );
      const stopWidth = observeWidth(element, (now) => {
        if (Math.round(now) !== u.width) u.setSize({ width: Math.round(now), height });
      });
      undo = () => {
        stopWidth();
        removeGestures();
        stopFollowing();
        u.destroy();
        plot.current = null;
      };
    };
    const stopVisibility = observeVisibility(element, nearPx, (near, width) => {
      if (near) make(Math.round(width));
      else {
        undo?.();
        undo = null;
      }
    });
    return () => {
      stopVisibility();
      undo?.();
    };
  }, [group, shape, palette, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: spans, limits and zone are drawn with the data.
  useEffect(() => {
    plot.current?.setData(chartData(lines), true);
  }, [lines, around, zone]);

  return <div ref={host} className={css.chart} style={{ height }} role="img" aria-label={props.label} />;
};
