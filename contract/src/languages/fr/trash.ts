import type { texts as English } from '../../texts/trash.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  back: 'Paramètres OEM',
  title: 'Éléments retirés',
  about: 'Restaurer rétablit aussi ce qui a été retiré en même temps. Après 30 jours, l’historique est supprimé.',
  kinds: { clients: 'Clients', sites: 'Sites', devices: 'Appareils' },
  name: 'NOM',
  of: 'DE',
  at: 'RETIRÉ',
  left: 'RESTE',
  days: (days) => counted(days, { one: 'jour', other: 'jours' }),
  restore: 'Restaurer',
  restored: (name) => `${name} : restauré`,
  empty: 'Rien n’a été retiré dans les 30 derniers jours',
  failed: 'Une erreur est survenue, veuillez réessayer !',
};
