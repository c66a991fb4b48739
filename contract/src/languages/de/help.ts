import type { texts as English } from '../../texts/help.ts';

export const texts: typeof English = {
  title: 'Hilfe',
  tab: (page) => `${page} - Hilfe`,
  open: 'Hilfe zu dieser Seite',
  contents: 'Hilfeseiten',
  search: 'Hilfe durchsuchen',
  nothingFound: (query) => `Nichts über ‚${query}‘`,
  next: 'Weiter',
  tour: {
    again: 'Einführung zeigen',
    close: 'Einführung endgültig schließen',
    next: 'Weiter',
    back: 'Zurück',
    done: 'Fertig',
    of: (step, all) => `${step} von ${all}`,
  },
};
