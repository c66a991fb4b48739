import type { IconName } from '../../ui/icon.tsx';

/** A target of the command palette. */
export interface Target {
  readonly key: string;
  readonly kind: 'alarm' | 'warning' | 'page' | 'client' | 'site' | 'device' | 'sensor' | 'help' | 'action';
  readonly label: string;
  /** Where it is: the site of a device, or the device of a sensor. */
  readonly about: string;
  /** Additional search words, ranked below matches by name. */
  readonly words?: string;
  readonly icon: IconName;
  /** An action that leads to a page. */
  readonly opensPage?: true;
  /** Offered only when it was searched for. */
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
/** Ranked below everything that is found by its name or place. */
const byWords = 100;
/** What is in alarm or warning is found by its words as well as by its name, and ranked above everything else. */
const inAlarm = -100;
/** Alarms and recent places that leave room for the rest while nothing is typed. */
const maxAlarms = 5;
const maxRecent = 4;

/** How well a text matches the search: prefix, start of a word, anywhere; null if a word is missing. */
export const matchScore = (text: string, query: string): number | null => {
  const haystack = text.toLowerCase();
  let sum = 0;
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
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
  return named ?? (byDescription === null ? null : byWords + byDescription);
};

/**
 * Matches, best first: what is in alarm, then the better match, then pages, devices, sensors, then by name. While
 * nothing is typed: what is in alarm as given, recent places by `recent` (keys, newest first), then pages.
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
        // The most urgent alarm is given first.
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
