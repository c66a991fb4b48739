import type { texts as English } from '../../texts/responses.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (device) => `${device} - Editar prioridades e respostas`,
  hint: 'O que as pessoas leem quando este sensor gera um alarme. Uma regra de advertência pode ter seu próprio texto em Mais.',
  more: 'Mais: prioridade e resposta',
  priority: 'Prioridade',
  usualPriority: 'Habitual',
  ofSensor: (word) => `Como o sensor: ${word}`,
  likelyCause: 'Causa provável',
  consequence: 'Consequência',
  whatToDo: 'O que fazer',
  respondWithin: 'Responder em até (min)',
  respondWithinText: (count) => `Responder em até ${counted(count, { one: 'minuto', other: 'minutos' })}`,
  inherit: 'Como o sensor',
  wrongMinutes: 'Informe um número inteiro de minutos de 1 a 10080.',
  empty: 'Não há sensores ainda.',
  gone: 'não mais listado pelo dispositivo',
  set: 'Prioridade e resposta',
  exportCsv: 'Exportar CSV do local',
  importCsv: 'Importar CSV do local',
  imported: (count) =>
    count === 0 ? 'Nada no arquivo é diferente.' : counted(count, { one: 'item alterado', other: 'itens alterados' }),
  button: 'O que fazer',
  none: 'Ninguém escreveu como responder a este alarme.',
  loading: 'Carregando',
  failed: 'Não foi possível carregar o texto de resposta.',
  writeOne: 'Escrever',
  details: 'Detalhes',
  detailsOf: (what) => `Como responder: ${what}`,
  register: 'Cadastro de alarmes',
};
