// The limits of "flat" for a soak, fixed before its first run and computed from the samples of 10 s.
import { Lags } from '../../../bench/lags.ts';
import type { PageFigures } from '../../../bench/pages.ts';
import type { SenderFigures } from '../../../bench/senders.ts';
import type { ServerFigures, SoakLedger } from './_soak-look.ts';

/** What was seen in one interval. */
export interface SoakSample extends ServerFigures, Omit<SenderFigures, 'errors'>, PageFigures {
  /** Seconds since the beginning. */
  readonly atS: number;
  /** Errors until then. */
  readonly errors: number;
  /** The server's figures when the interval began. */
  readonly before: ServerFigures;
}
export interface SoakRule {
  readonly what: string;
  readonly seen: string;
  readonly limit: string;
  /** null: the run was too short to say. */
  readonly passed: boolean | null;
}

/** Growth of memory over the last two thirds, by linear regression. */
const maxGrowthMb = [
  ['server RSS', 32],
  ['server heap', 16],
  ['database PSS', 48],
] as const;
/** p99 of the documents of the last third compared with the middle third. */
const maxLagRatio = 1.5;
/** A p99 below this counts as unchanged; times in documents are whole milliseconds. */
const stillLagMs = 20;
const minRate = 0.99;
const maxWaitingPart = 0.25;

/** Least squares: the increase of the fitted line from the first to the last point. */
function growthOf(points: readonly (readonly [x: number, y: number])[]): number {
  const n = points.length;
  if (n < 2) return Number.NaN;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return (above / below) * (points[n - 1][0] - points[0][0]);
}

const lagOf = (samples: readonly SoakSample[], part: number): number => {
  const lags = new Lags();
  for (const { sinceMade } of samples) lags.addAll(sinceMade);
  return lags.quantile(part);
};

/** Each rule with its measurement; `kept` is null where the run was too short to decide. */
export function evaluateSoak({
  samples,
  framesPerSecond,
  isLong,
  errors,
  ledger,
}: {
  readonly samples: readonly SoakSample[];
  readonly framesPerSecond: number;
  readonly isLong: boolean;
  readonly errors: number;
  readonly ledger: SoakLedger;
}): readonly SoakRule[] {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const decided = (passed: boolean): boolean | null => (isLong ? passed : null);
  const growths = maxGrowthMb.map(([what, most]) => {
    const grown = growthOf(samples.slice(third).map((sample) => [sample.atS, sample[what]] as const));
    return {
      what: `${what}, growth over the last two thirds`,
      seen: `${grown.toFixed(1)} MB`,
      limit: `below ${most} MB`,
      passed: decided(grown < most),
    };
  });
  const [was, is] = [lagOf(middle, 0.99), lagOf(last, 0.99)];
  // Nothing can be acknowledged while the first posts are being collected.
  const [first, ...steady] = samples;
  const seconds = (steady.at(-1)?.atS ?? Number.NaN) - (first?.atS ?? Number.NaN);
  const rate = steady.reduce((sum, one) => sum + one.acknowledged, 0) / seconds;
  const waiting = Math.max(...samples.map((one) => one.waitingPart));
  return [
    {
      what: 'frames acknowledged a second',
      seen: rate.toFixed(0),
      limit: `at least ${(minRate * framesPerSecond).toFixed(0)}`,
      passed: rate >= minRate * framesPerSecond,
    },
    ...growths,
    {
      what: 'frame to socket, p99 of the last third / of the middle third',
      seen: `${is} ms / ${was} ms`,
      limit: `at most ${maxLagRatio}, or below ${stillLagMs} ms`,
      passed: decided(is <= Math.max(stillLagMs, maxLagRatio * was)),
    },
    {
      what: 'most that waited to be committed',
      seen: `${(100 * waiting).toFixed(1)} % of what may`,
      limit: `below ${100 * maxWaitingPart} %`,
      passed: waiting < maxWaitingPart,
    },
    { what: 'errors, refusals and closed sockets', seen: `${errors}`, limit: '0', passed: errors === 0 },
    {
      what: 'frames acknowledged, found, doubled',
      seen: `${ledger.acknowledged}, ${ledger.stored}, ${ledger.doubled}`,
      limit: 'all found, none doubled',
      passed: ledger.stored === ledger.acknowledged && ledger.doubled === 0,
    },
    {
      what: 'back-filled frames acknowledged, found',
      seen: `${ledger.late}, ${ledger.lateRows}`,
      limit: 'all found, no more',
      passed: ledger.lateRows === ledger.late,
    },
  ];
}
