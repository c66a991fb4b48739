import { searchText } from '@tocsin/contract/search-text';
import type { IconName } from '../../ui/icon.tsx';

/** A target of the command palette. */
export interface Target {
  readonly key: string;
  readonly kind: 'alarm' | 'warning' | 'page' | 'client' | 'site' | 'device' | 'sensor' | 'help' | 'action';
  readonly label: string;
  /** What contains it: the site of a device, or the device of a sensor. */
  readonly about: string;
  /** Additional search words, ranked below matches by name. */
  readonly words?: string;
  readonly icon: IconName;
  /** Set for an action that opens a page. */
  readonly opensPage?: true;
  /** Set if it is only offered for a search. */
  readonly isOnlyFound?: true;
  readonly go: () => Promise<void> | void;
}

const order: readonly Target['kind'][] = [
  'alarm',
  'warning',
  'page',
  'device',
  'sensor',
  'site',
  'client',
  'action',
  'help',
];
const isActive = ({ kind }: Target): boolean => kind === 'alarm' || kind === 'warning';
/** Added to the score of matches by additional words, which rank below all matches by name or container. */
const byWords = 100;
/** Score of active alarms and warnings, which rank above everything else and match by their words as well. */
const inAlarm = -100;
/** Maximum numbers of alarms and of recent targets while nothing is typed. */
const maxAlarms = 5;
const maxRecent = 4;

/** Score of a text for a search, lower is better: prefix, start of a word, anywhere; null if a word is missing. */
export const matchScore = (text: string, query: string): number | null => {
  const haystack = searchText(text);
  let sum = 0;
  for (const word of searchText(query).split(/\s+/).filter(Boolean)) {
    const at = haystack.indexOf(word);
    if (at === -1) return null;
    sum += at === 0 ? 0 : /[\s.:/-]/.test(haystack.charAt(at - 1)) ? 1 : 2;
  }
  return sum;
};

const scoreOf = (target: Target, query: string): number | null => {
  const { label, about, words } = target;
  const byLabel = matchScore(label, query);
  const byPlace = matchScore(`${label} ${about}`, query);
  const named = byPlace === null ? null : (byLabel ?? byPlace + 3);
  const byDescription = words === undefined ? null : matchScore(`${label} ${about} ${words}`, query);
  if (isActive(target)) {
    const found = named ?? byDescription;
    return found === null ? null : inAlarm + found;
  }
  // The text of a help page has most words: it ranks below pages that are found by theirs.
  return named ?? (byDescription === null ? null : byWords * (target.kind === 'help' ? 2 : 1) + byDescription);
};

/**
 * Matches of a search, best first: active alarms, then by score, then pages, devices, sensors, then by name. While
 * nothing is typed: active alarms in the given order, then the targets in `recent` (keys, newest first), then pages.
 */
export const findTargets = (
  targets: readonly Target[],
  query: string,
  maxResults: number,
  recent: readonly string[] = [],
): readonly Target[] => {
  const isAnything = query.trim() === '';
  const found = targets
    .flatMap((target) => {
      const score = scoreOf(target, query);
      return score === null ? [] : [{ target, score }];
    })
    .sort(
      (a, b) =>
        a.score - b.score ||
        order.indexOf(a.target.kind) - order.indexOf(b.target.kind) ||
        // Alarms are given in order of urgency.
        (isActive(a.target) ? 0 : a.target.label.localeCompare(b.target.label, 'en', { numeric: true })),
    )
    .map(({ target }) => target);
  if (!isAnything) return found.slice(0, maxResults);
  const alarms = found.filter(isActive).slice(0, maxAlarms);
  const visited = recent
    .flatMap((key) => found.filter((target) => target.key === key && !isActive(target)))
    .slice(0, maxRecent);
  const first = [...alarms, ...visited];
  const rest = found.filter((target) => !isActive(target) && !target.isOnlyFound && !visited.includes(target));
  return [...first, ...rest].slice(0, maxResults);
};
