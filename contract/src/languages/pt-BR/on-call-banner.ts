import type { texts as English } from '../../texts/on-call-banner.ts';

export const texts: typeof English = {
  nobody: 'Ninguém de plantão',
  since: (title, at) => `${title}, desde ${at}`,
  more: (count) => `e mais ${count}`,
  show: 'Mostrar',
};
