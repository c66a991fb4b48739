import type { IconName } from '../../kit/icon.tsx';

/** Something that the palette leads to. */
export interface Target {
  readonly key: string;
  readonly kind: 'page' | 'client' | 'site' | 'device' | 'sensor' | 'help';
  readonly label: string;
  /** Where it is: the site of a device, the device of a sensor. */
  readonly about: string;
  /** Found by these too, after all that are found by their name. */
  readonly words?: string;
  readonly icon: IconName;
  readonly go: () => Promise<void> | void;
}

const order: readonly Target['kind'][] = ['page', 'device', 'sensor', 'site', 'client', 'help'];
/** Behind everything that is found by its name or place. */
const byWords = 100;

/** How well a text fits what was typed: at its start, at the start of a word, anywhere; null where a word is missing. */
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

/** What fits best first; of equals pages before devices before sensors, then by name. */
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
