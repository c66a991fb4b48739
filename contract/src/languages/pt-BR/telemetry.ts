import type { texts as English } from '../../texts/telemetry.ts';

export const texts: typeof English = {
  search: 'BUSCAR',
  date: 'Data',
  time: 'Hora',
  pickTime: 'Selecione a hora antes.',
  pickDate: 'Selecione a data antes.',
  setting: 'Configuração',
};
