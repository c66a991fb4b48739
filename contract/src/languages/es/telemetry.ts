import type { texts as English } from '../../texts/telemetry.ts';

export const texts: typeof English = {
  search: 'BUSCAR',
  date: 'Fecha',
  time: 'Hora',
  pickTime: 'Primero seleccione una hora.',
  pickDate: 'Primero seleccione una fecha.',
  setting: 'Ajustes',
};
