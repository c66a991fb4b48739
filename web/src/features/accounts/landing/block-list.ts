import { texts } from '@tocsin/contract/texts/accounts';
import type { IconName } from '../../../ui/icon.tsx';

const t = texts.landing.blocks;

type Block = {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly line: string;
  /** Description of the image for screen readers. */
  readonly shows: string;
};

/** The six blocks in order; the strip links to them. */
export const blocks: readonly Block[] = [
  { id: 'real-time', icon: 'live', ...t.realTime },
  { id: 'trending', icon: 'chart', ...t.trending },
  { id: 'log', icon: 'bell', ...t.log },
  { id: 'mail', icon: 'mail', ...t.mail },
  { id: 'analytics', icon: 'bars', ...t.analytics },
  { id: 'cost', icon: 'list', ...t.cost },
];

/** Path of a block's screenshot, made from the demo by `npm run landing-pictures`. */
export const shotOf = (id: string, theme: 'light' | 'dark'): string => `/pictures/${id}-${theme}.webp`;
/** Image size in pixels, twice the displayed size. */
export const shotSize = { width: 880, height: 520 } as const;
