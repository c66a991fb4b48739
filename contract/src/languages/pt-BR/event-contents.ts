import type { texts as English } from '../../texts/event-contents.ts';

export const texts: typeof English = {
  online: 'O dispositivo está on-line',
  ended: 'Sessão encerrada',
  silent: (seconds) => `Sem dados há ${seconds} s`,
  death: 'Mensagem de encerramento',
  started: 'O dispositivo reiniciou',
  startedBoot: (boot) => `O dispositivo reiniciou (partida ${boot})`,
  noData: 'O sensor não envia dados',
  notListed: 'O sensor não está mais na lista',
  noStatus: 'Sem estado',
  cleared: 'Alarme encerrado',
  lostNode: 'Comunicação perdida',
  shelved: (time, who, reason) => `Adiado por ${time} por ${who}: ${reason}`,
  shelvedLonger: (time, who) => `Adiamento prorrogado em ${time} por ${who}`,
};
