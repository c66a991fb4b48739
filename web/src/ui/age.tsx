import { texts } from '@tocsin/contract/texts/ui';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { onTick } from './tick.ts';
import { agoText, browserZone, exactText, spanText } from './time.ts';

interface Props {
  /** Unix ms; null: never. A function is evaluated every second without re-rendering the parent. */
  readonly at: number | null | (() => number | null);
  readonly now: () => number;
  readonly zone?: string;
  /** 'ago': '4 min ago', 'plain': '4 min', 'for': 'for 4 min'. */
  readonly phrase?: 'ago' | 'plain' | 'for';
  readonly never?: string;
}

const phrases = {
  ago: agoText,
  plain: spanText,
  for: (ms: number) => texts.lasting(spanText(ms)),
} as const;

/**
 * An age that is updated every second, with the exact time as tooltip. A dashboard has hundreds of them, so the text is
 * written to the DOM directly, and the tooltip is computed on hover.
 */
export const Age = memo(({ at, now, zone, phrase = 'ago', never = texts.never }: Props) => {
  const element = useRef<HTMLTimeElement>(null);
  const moment = (): number | null => (typeof at === 'function' ? at() : at);
  const write = (): void => {
    const { current } = element;
    if (current === null) return;
    const then = moment();
    const text = then === null ? never : phrases[phrase](now() - then);
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
