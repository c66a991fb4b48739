import type { texts as English } from '../../texts/help.ts';

export const texts: typeof English = {
  title: 'Ayuda',
  tab: (page) => `${page} - Ayuda`,
  open: 'Ayuda de esta página',
  contents: 'Páginas de ayuda',
  search: 'Buscar en la ayuda',
  nothingFound: (query) => `Nada sobre “${query}”`,
  next: 'Siguiente',
  tour: {
    again: 'Mostrar el recorrido guiado',
    close: 'Cerrar el recorrido guiado y no volver a mostrarlo',
    next: 'Siguiente',
    back: 'Atrás',
    done: 'Listo',
    of: (step, all) => `${step} de ${all}`,
  },
};
