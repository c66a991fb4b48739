import type { texts as English } from '../../texts/on-call-banner.ts';

export const texts: typeof English = {
  nobody: 'Nadie de guardia',
  since: (title, at) => `${title}, desde ${at}`,
  more: (count) => `y ${count} más`,
  show: 'Mostrar',
};
