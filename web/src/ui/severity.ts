import { type Severity, severityRank, severityWords } from '@tocsin/contract/status';
import type { IconName } from './icon.tsx';

/** The look: filled red or amber, hatched grey, dashed, plain, outline only. */
export type Tone = 'alarm' | 'warning' | 'hatch' | 'stale' | 'plain' | 'outline';

interface Appearance {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

/** Word, icon and tone of each severity, always shown together. */
export const severities: Readonly<Record<Severity, Appearance>> = {
  alarm: { word: severityWords.alarm, icon: 'bellSolid', tone: 'alarm' },
  warning: { word: severityWords.warning, icon: 'warningSolid', tone: 'warning' },
  lost: { word: severityWords.lost, icon: 'brokenLink', tone: 'hatch' },
  offline: { word: severityWords.offline, icon: 'brokenLink', tone: 'hatch' },
  'no-data': { word: severityWords['no-data'], icon: 'brokenLink', tone: 'hatch' },
  'not-scanned': { word: severityWords['not-scanned'], icon: 'brokenLink', tone: 'hatch' },
  stale: { word: severityWords.stale, icon: 'clock', tone: 'stale' },
  ok: { word: severityWords.ok, icon: 'tick', tone: 'plain' },
  disabled: { word: severityWords.disabled, icon: 'minus', tone: 'outline' },
};

/** The worst of all; disabled if there are none. */
export const worst = (all: Iterable<Severity>): Severity => {
  let worstSoFar: Severity = 'disabled';
  for (const each of all) if (severityRank(each) < severityRank(worstSoFar)) worstSoFar = each;
  return worstSoFar;
};
