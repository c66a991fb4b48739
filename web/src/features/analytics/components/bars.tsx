import { useEffect, useRef } from 'react';
import { usePalette } from '../../../ui/theme.ts';
import { fontFamily } from '../../../ui/tokens.ts';
import type { Counted } from '../model.ts';
import css from './bars.module.css';

interface Props {
  readonly data: readonly Counted[];
  /** Horizontal bars with names at the left; otherwise vertical bars per hour. */
  readonly isHorizontal: boolean;
  readonly label: string;
}

const rowHeight = 28;

/** Counts as a bar chart. The table beside it has the same data for screen readers. */
export const Bars = ({ data, isHorizontal, label }: Props) => {
  const ref = useRef<HTMLDivElement>(null);
  const palette = usePalette();
  const height = isHorizontal ? Math.max(120, data.length * rowHeight + 40) : 320;
  useEffect(() => {
    const place = ref.current;
    if (place === null) return;
    let gone = false;
    let end = (): void => {};
    const draw = async (): Promise<void> => {
      const { init } = await import('./echarts.ts');
      if (gone) return;
      const chart = init(place);
      const names = {
        type: 'category' as const,
        data: data.map((row) => row.name),
        inverse: isHorizontal,
        axisTick: { show: false },
        axisLine: { lineStyle: { color: palette.line2 } },
        axisLabel: { color: palette.text2, width: 180, overflow: 'truncate' as const },
      };
      const counts = {
        type: 'value' as const,
        minInterval: 1,
        splitLine: { lineStyle: { color: palette.line } },
        axisLabel: { color: palette.text3 },
      };
      chart.setOption({
        animation: false,
        textStyle: { fontFamily },
        grid: { left: 8, right: 40, top: 16, bottom: 8, containLabel: true },
        tooltip: {
          trigger: 'item',
          backgroundColor: palette.surface,
          borderColor: palette.line2,
          textStyle: { color: palette.text },
        },
        xAxis: isHorizontal ? counts : names,
        yAxis: isHorizontal ? names : counts,
        series: [
          {
            type: 'bar',
            data: data.map((row) => row.count),
            barMaxWidth: 18,
            itemStyle: { color: palette.spark, borderRadius: 2 },
            label: {
              show: true,
              position: isHorizontal ? 'right' : 'top',
              color: palette.text2,
              formatter: shownCount,
            },
          },
        ],
      });
      const sizes = new ResizeObserver(() => chart.resize());
      sizes.observe(place);
      end = () => {
        sizes.disconnect();
        chart.dispose();
      };
    };
    void draw();
    return () => {
      gone = true;
      end();
    };
  }, [data, isHorizontal, palette]);
  return <div ref={ref} className={css.chart} style={{ height }} role="img" aria-label={label} />;
};

/** No label above zero. */
const shownCount = ({ value }: { readonly value: unknown }): string => (value === 0 ? '' : String(value));
