import { type Severity, severityRank } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/status';
import type { IconName } from './icon.tsx';

const words = texts.severities;

/** The look of a severity: filled red or amber, hatched grey, dashed, plain, outlined. */
type Tone = 'alarm' | 'warning' | 'hatch' | 'stale' | 'plain' | 'outline';

interface Appearance {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

/** Word, icon and tone of each severity, which are always shown together. */
export const severities: Readonly<Record<Severity, Appearance>> = {
  alarm: { word: words.alarm, icon: 'bellSolid', tone: 'alarm' },
  warning: { word: words.warning, icon: 'warningSolid', tone: 'warning' },
  lost: { word: words.lost, icon: 'brokenLink', tone: 'hatch' },
  offline: { word: words.offline, icon: 'brokenLink', tone: 'hatch' },
  'no-data': { word: words['no-data'], icon: 'brokenLink', tone: 'hatch' },
  'not-scanned': { word: words['not-scanned'], icon: 'brokenLink', tone: 'hatch' },
  stale: { word: words.stale, icon: 'clock', tone: 'stale' },
  ok: { word: words.ok, icon: 'tick', tone: 'plain' },
  disabled: { word: words.disabled, icon: 'minus', tone: 'outline' },
};

/** The worst severity; 'disabled' for none. */
export const worst = (all: Iterable<Severity>): Severity => {
  let worstSoFar: Severity = 'disabled';
  for (const each of all) if (severityRank(each) < severityRank(worstSoFar)) worstSoFar = each;
  return worstSoFar;
};
