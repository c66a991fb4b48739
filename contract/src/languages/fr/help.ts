import type { texts as English } from '../../texts/help.ts';

export const texts: typeof English = {
  title: 'Aide',
  tab: (page) => `${page} - Aide`,
  open: 'Aide de cette page',
  contents: 'Pages d’aide',
  search: 'Chercher dans l’aide',
  nothingFound: (query) => `Rien sur « ${query} »`,
  next: 'Suivant',
  tour: {
    again: 'Revoir la visite',
    close: 'Fermer la visite définitivement',
    next: 'Suivant',
    back: 'Retour',
    done: 'Terminé',
    of: (step, all) => `${step} sur ${all}`,
  },
};
