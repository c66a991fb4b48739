import type { IconName } from '../../../kit/icon.tsx';
import { texts } from '../texts.ts';

const t = texts.landing.blocks;

type Block = { readonly id: string; readonly icon: IconName; readonly title: string; readonly line: string };

/** The six blocks in their order: the strip links to them, the page shows them. */
export const blocks: readonly Block[] = [
  { id: 'real-time', icon: 'live', ...t.realTime },
  { id: 'trending', icon: 'chart', ...t.trending },
  { id: 'log', icon: 'bell', ...t.log },
  { id: 'mail', icon: 'mail', ...t.mail },
  { id: 'analytics', icon: 'bars', ...t.analytics },
  { id: 'cost', icon: 'list', ...t.cost },
];
