import type { IconName } from '../../ui/icon.tsx';

/** A target of the command palette. */
export interface Target {
  readonly key: string;
  readonly kind: 'page' | 'client' | 'site' | 'device' | 'sensor' | 'help';
  readonly label: string;
  /** Where it is: the site of a device, or the device of a sensor. */
  readonly about: string;
  /** Additional search words, ranked below matches by name. */
  readonly words?: string;
  readonly icon: IconName;
  readonly go: () => Promise<void> | void;
}

const order: readonly Target['kind'][] = ['page', 'device', 'sensor', 'site', 'client', 'help'];
/** Ranked below everything that is found by its name or place. */
const byWords = 100;

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

/** Matches, best first; equal ones as pages, devices, sensors, then by name. */
export const findTargets = (targets: readonly Target[], query: string, maxResults: number): readonly Target[] =>
  targets
    .flatMap((target) => {
      const label = matchScore(target.label, query);
      const score = matchScore(`${target.label} ${target.about}`, query);
      if (score !== null) return [{ target, score: label ?? score + 3 }];
      const words = target.words === undefined ? null : matchScore(`${target.label} ${target.words}`, query);
      return words === null ? [] : [{ target, score: byWords + words }];
    })
    .sort(
      (a, b) =>
        a.score - b.score ||
        order.indexOf(a.target.kind) - order.indexOf(b.target.kind) ||
        a.target.label.localeCompare(b.target.label, 'en', { numeric: true }),
    )
    .slice(0, maxResults)
    .map(({ target }) => target);
