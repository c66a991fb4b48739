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
export const fit = (text: string, typed: string): number | null => {
  const hay = text.toLowerCase();
  let sum = 0;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = hay.indexOf(word);
    if (at === -1) return null;
    sum += at === 0 ? 0 : /[\s.:/-]/.test(hay.charAt(at - 1)) ? 1 : 2;
  }
  return sum;
};

/** Matches, best first; equal ones as pages, devices, sensors, then by name. */
export const found = (targets: readonly Target[], typed: string, most: number): readonly Target[] =>
  targets
    .flatMap((target) => {
      const label = fit(target.label, typed);
      const whole = fit(`${target.label} ${target.about}`, typed);
      if (whole !== null) return [{ target, score: label ?? whole + 3 }];
      const words = target.words === undefined ? null : fit(`${target.label} ${target.words}`, typed);
      return words === null ? [] : [{ target, score: byWords + words }];
    })
    .sort(
      (a, b) =>
        a.score - b.score ||
        order.indexOf(a.target.kind) - order.indexOf(b.target.kind) ||
        a.target.label.localeCompare(b.target.label, 'en', { numeric: true }),
    )
    .slice(0, most)
    .map(({ target }) => target);
