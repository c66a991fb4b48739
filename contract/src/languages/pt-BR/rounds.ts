import type { texts as English } from '../../texts/rounds.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (site) => `Rondas diárias em ${site}`,
  entry: 'Rondas diárias',
  back: 'Dispositivos',
  about:
    'Para máquinas inspecionadas visualmente todos os dias (29 CFR 1910.272 (q)(7)). Os registros não podem ser alterados.',
  today: 'Hoje',
  done: 'Ronda diária feita',
  confirm: (machine) => `Confirmar ronda em ${machine}`,
  undo: 'Desfazer',
  recordedIn: (seconds) => `Registrado em ${seconds} s`,
  recordedBy: 'Registrado quando você confirmar',
  note: 'Nota (opcional)',
  recorded: (machine) => `Ronda em ${machine} registrada.`,
  doneBy: (name, when) => `Feita por ${name}, ${when}`,
  notYet: 'Não feita hoje',
  again: 'Registrar outra ronda',
  log: 'Registros',
  from: 'De',
  to: 'Até',
  gap: 'Sem ronda',
  gaps: (n) => counted(n, { one: 'lacuna', other: 'lacunas' }),
  noGaps: 'Sem lacunas',
  columns: { day: 'Dia', machine: 'Máquina', at: 'Hora', by: 'Por', note: 'Nota' },
  csv: 'CSV',
  empty: 'Nenhuma ronda foi registrada neste período.',
  noMachines: 'Este local ainda não tem máquinas.',
  noRight: 'Você não tem permissão para registrar rondas neste local.',
  failed: 'Não foi possível gerar o arquivo. Tente novamente.',
};
