import type { texts as English } from '../../texts/heartbeat-mail.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  states: {
    ok: 'Tudo em ordem',
    unknown: 'Alguns valores não puderam ser lidos',
    warning: 'Algo precisa de atenção',
    alarm: 'Algo está errado',
  },
  partStates: { ok: 'OK', unknown: 'Desconhecido', warning: 'Advertência', alarm: 'Alarme' },
  aliveAt: (time, zone) => `O Tocsin estava em funcionamento em ${time} (${zone}).`,
  records: (records, devices, value) =>
    `Valor de verificação de ${counted(records, { one: 'registro de teste de prova', other: 'registros de teste de prova' })} em ${counted(devices, { one: 'dispositivo', other: 'dispositivos' })}: ${value}. Guarde este e-mail: ele mostra se um registro foi reescrito depois.`,
  audit: (day, value) =>
    `Valor de verificação da trilha de auditoria até ${day} (UTC): ${value}. Guarde este e-mail: ele mostra se uma linha foi reescrita ou removida depois.`,
  button: 'Abrir a página Saúde',
  next: (hour) => `O próximo chega amanhã às ${hour}:00. Se não chegar, verifique o servidor: nenhum outro aviso virá.`,
  subject: 'Sinal de vida',
  subjectBut: (state) => `Sinal de vida, mas: ${state.toLowerCase()}`,
  reason: 'Você recebe este e-mail porque alguém da operadora do portal o pediu na página Saúde.',
};
