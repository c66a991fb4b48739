import type { texts as English } from '../../texts/product.ts';

export const texts: typeof English = {
  notSafety: 'O Tocsin apenas exibe o estado do sistema; não é um sistema de segurança.',
  notSafetyPlant: 'O Tocsin mostra o estado da sua planta. Não é um sistema de segurança.',
  missingSigns: 'Os caracteres para os quais este documento não tem fonte são impressos como ?.',
  page: (page, pages) => `Página ${page} de ${pages}`,
};
