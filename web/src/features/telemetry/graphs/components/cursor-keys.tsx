import { texts } from '@tocsin/contract/texts/graphs';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { Text } from '../../../../ui/layout.tsx';
import { useEventCallback } from '../../../../ui/use-event-callback.ts';
import css from './cursor-keys.module.css';

interface Props {
  readonly group: ChartGroup;
  readonly slotMs: number | null;
  /** Time and values at the cursor, for screen readers. */
  readonly valueText: (at: number) => string;
  readonly children: ReactNode;
}

/** At full resolution, one key press moves the cursor by this fraction of the visible range: one 200th. */
const steps = 200;

/** Moves the cursor of the charts inside it with the keyboard. */
export const CursorKeys = ({ group, slotMs, valueText, children }: Props) => {
  const ref = useRef<HTMLDivElement>(null);
  const write = useEventCallback((shown: ChartGroup): void => {
    const { from, to } = shown.range();
    const at = shown.cursor() ?? to;
    const element = ref.current;
    element?.setAttribute('aria-valuemin', String(Math.round(from)));
    element?.setAttribute('aria-valuemax', String(Math.round(to)));
    element?.setAttribute('aria-valuenow', String(Math.round(at)));
    element?.setAttribute('aria-valuetext', valueText(at));
  });
  useEffect(() => {
    const writeNow = (): void => write(group);
    writeNow();
    const stops = [group.onCursor(writeNow), group.onRange(writeNow)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [group, write]);
  useEffect(() => write(group));
  const onKeyDown = (event: KeyboardEvent): void => {
    const { from, to } = group.range();
    const step = (slotMs ?? Math.max(1, Math.round((to - from) / steps))) * (event.shiftKey ? 10 : 1);
    const at = group.cursor() ?? to;
    const go = (next: number): void => group.setCursor(Math.min(to, Math.max(from, next)), (to - from) / steps / 4);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => go(at - step),
      ArrowRight: () => go(at + step),
      Home: () => go(from),
      End: () => go(to),
      '+': () => group.zoomAround(at, 0.5),
      '-': () => group.zoomAround(at, 2),
      Escape: () => group.setCursor(null),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  return (
    <Text
      ref={ref}
      as="div"
      position="relative"
      minWidth={0}
      className={css.keys}
      role="slider"
      tabIndex={0}
      aria-label={texts.comparison.cursor}
      aria-valuenow={0}
      title={texts.comparison.keys}
      onKeyDown={onKeyDown}
    >
      {children}
    </Text>
  );
};
