import type { IconName } from './icon.tsx';

/** The only definition of severities: colour, icon and word are always shown together. */
export type Severity =
  | 'alarm'
  | 'warning'
  | 'lost'
  | 'offline'
  | 'no-data'
  | 'not-scanned'
  | 'stale'
  | 'ok'
  | 'disabled';

/** The look: filled red or amber, hatched grey, dashed, plain, outline only. */
export type Tone = 'alarm' | 'warning' | 'hatch' | 'stale' | 'plain' | 'outline';

interface Appearance {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

/** Word, icon and tone of each severity, always shown together. */
export const severities: Readonly<Record<Severity, Appearance>> = {
  alarm: { word: 'Alarm', icon: 'bellSolid', tone: 'alarm' },
  warning: { word: 'Warning', icon: 'warningSolid', tone: 'warning' },
  lost: { word: 'Lost node', icon: 'brokenLink', tone: 'hatch' },
  offline: { word: 'Offline', icon: 'brokenLink', tone: 'hatch' },
  'no-data': { word: 'No data', icon: 'brokenLink', tone: 'hatch' },
  'not-scanned': { word: 'Not Scanned', icon: 'brokenLink', tone: 'hatch' },
  stale: { word: 'Stale', icon: 'clock', tone: 'stale' },
  ok: { word: 'OK', icon: 'tick', tone: 'plain' },
  disabled: { word: 'Disabled', icon: 'minus', tone: 'outline' },
};

/** Worst first. */
const order: readonly Severity[] = [
  'alarm',
  'warning',
  'lost',
  'offline',
  'no-data',
  'not-scanned',
  'stale',
  'ok',
  'disabled',
];

/** 0 is the worst. */
export const rank = (severity: Severity): number => order.indexOf(severity);

/** The worst of all; disabled if there are none. */
export const worst = (all: Iterable<Severity>): Severity => {
  let worstSoFar: Severity = 'disabled';
  for (const each of all) if (rank(each) < rank(worstSoFar)) worstSoFar = each;
  return worstSoFar;
};
