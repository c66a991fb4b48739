import type { texts as English } from '../../texts/on-call-banner.ts';
import { counted, sinceMoment } from './words.ts';

export const texts: typeof English = {
  nobody: 'Aucune personne d’astreinte',
  since: (title, at) => `${title}, ${sinceMoment(at)}`,
  more: (count) => `et ${counted(count, { one: 'autre', other: 'autres' })}`,
  show: 'Afficher',
};
