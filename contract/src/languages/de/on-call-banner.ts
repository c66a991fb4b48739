import type { texts as English } from '../../texts/on-call-banner.ts';

export const texts: typeof English = {
  nobody: 'Niemand in Bereitschaft',
  since: (title, at) => `${title}, seit ${at}`,
  more: (count) => `und ${count} weitere`,
  show: 'Zeigen',
};
