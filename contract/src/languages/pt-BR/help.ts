import type { texts as English } from '../../texts/help.ts';

export const texts: typeof English = {
  title: 'Ajuda',
  tab: (page) => `${page} - Ajuda`,
  open: 'Ajuda desta página',
  contents: 'Páginas de ajuda',
  search: 'Buscar na ajuda',
  nothingFound: (query) => `Nada sobre “${query}”`,
  next: 'Próxima',
  tour: {
    again: 'Mostrar o tour',
    close: 'Fechar o tour de vez',
    next: 'Próximo',
    back: 'Voltar',
    done: 'Pronto',
    of: (step, all) => `${step} de ${all}`,
  },
};
