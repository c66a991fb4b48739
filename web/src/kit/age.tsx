import { useTicking } from './tick.ts';
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

/** An age that ticks with the page's one clock, the exact time on hover. */
export const Age = ({ at, now, zone, say = 'ago', never = 'never' }: Props) => {
  const moment = (): number | null => (typeof at === 'function' ? at() : at);
  const text = useTicking(() => {
    const then = moment();
    return then === null ? never : sayings[say](now() - then);
  });
  const then = moment();
  if (then === null) return <span>{text}</span>;
  return (
    <time dateTime={new Date(then).toISOString()} title={exactText(then, zone ?? browserZone())}>
      {text}
    </time>
  );
};
