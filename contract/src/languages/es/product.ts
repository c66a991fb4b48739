import type { texts as English } from '../../texts/product.ts';

export const texts: typeof English = {
  notSafety: 'Tocsin solo muestra el estado del sistema; no es un sistema de seguridad.',
  notSafetyPlant: 'Tocsin muestra el estado de su planta. No es un sistema de seguridad.',
  missingSigns: 'Los caracteres para los que este documento no tiene fuente se imprimen como ?.',
  page: (page, pages) => `Página ${page} de ${pages}`,
};
