import type { texts as English } from '../../texts/rounds.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (site) => `Recorridos diarios en ${site}`,
  entry: 'Recorridos diarios',
  back: 'Dispositivos',
  about:
    'Para máquinas que se inspeccionan a la vista todos los días (29 CFR 1910.272 (q)(7)). Los registros no se pueden cambiar.',
  today: 'Hoy',
  done: 'Recorrido diario hecho',
  confirm: (machine) => `Confirmar recorrido en ${machine}`,
  undo: 'Deshacer',
  recordedIn: (seconds) => `Se registra en ${seconds} s`,
  recordedBy: 'Se registra cuando usted confirme',
  note: 'Nota (opcional)',
  recorded: (machine) => `Recorrido en ${machine} registrado.`,
  doneBy: (name, when) => `Hecho por ${name}, ${when}`,
  notYet: 'No hecho hoy',
  again: 'Registrar otro recorrido',
  log: 'Bitácora',
  from: 'Desde',
  to: 'Hasta',
  gap: 'Sin recorrido',
  gaps: (n) => counted(n, { one: 'hueco', other: 'huecos' }),
  noGaps: 'Sin huecos',
  columns: { day: 'Día', machine: 'Máquina', at: 'Hora', by: 'Por', note: 'Nota' },
  csv: 'CSV',
  empty: 'No se registró ningún recorrido en este período.',
  noMachines: 'Este sitio aún no tiene máquinas.',
  noRight: 'No tiene permiso para registrar recorridos en este sitio.',
  failed: 'No se pudo crear el archivo. Intente de nuevo.',
};
