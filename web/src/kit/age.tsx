import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { onTick } from './tick.ts';
import { agoText, browserZone, exactText, spanText } from './time.ts';

interface Props {
  /** Unix ms, or null when never. A function is looked at each second, without drawing its parent. */
  readonly at: number | null | (() => number | null);
  readonly now: () => number;
  readonly zone?: string;
  /** 'ago' says '4 min ago', 'plain' says '4 min', 'for' says 'for 4 min'. */
  readonly say?: 'ago' | 'plain' | 'for';
  readonly never?: string;
}

const sayings = {
  ago: agoText,
  plain: spanText,
  for: (ms: number) => `for ${spanText(ms)}`,
} as const;

/**
 * An age that ticks with the page's one clock, the exact time on hover. Hundreds stand on a dashboard and change each
 * second: their text is written into the page directly, and the exact time is made when somebody points at it.
 */
export const Age = memo(({ at, now, zone, say = 'ago', never = 'never' }: Props) => {
  const element = useRef<HTMLTimeElement>(null);
  const moment = (): number | null => (typeof at === 'function' ? at() : at);
  const write = (): void => {
    const { current } = element;
    if (current === null) return;
    const then = moment();
    const text = then === null ? never : sayings[say](now() - then);
    if (current.textContent !== text) current.textContent = text;
    if (then === null) current.removeAttribute('datetime');
    else current.dateTime = new Date(then).toISOString();
  };
  const newest = useRef(write);
  useLayoutEffect(() => {
    newest.current = write;
    write();
  });
  useEffect(() => onTick(() => newest.current()), []);
  const name = (): void => {
    const then = moment();
    if (element.current && then !== null) element.current.title = exactText(then, zone ?? browserZone());
  };
  return <time ref={element} onPointerEnter={name} />;
});
