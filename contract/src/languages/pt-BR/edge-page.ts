import type { texts as English } from '../../texts/edge-page.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (edge) => `${edge} · Tocsin edge`,
  unclaimed: 'Edge não vinculado',
  own: 'Esta é a visão do próprio edge: o que os dispositivos daqui informam. Ele não avalia advertências, e nada pode ser reconhecido aqui.',
  portalUp: 'O portal responde.',
  portalDown: (since) => `O portal não responde desde ${since}. Ninguém lá vê estes valores.`,
  portalNever: 'O portal não respondeu desde que este programa iniciou. Ninguém lá vê estes valores.',
  notClaimed: 'Este edge ainda não foi vinculado: inicie-o com EDGE_CODE.',
  noDevices: 'Nenhum dispositivo pertence a este edge ainda. Atribua-os no portal, na página Edges do local.',
  alarms: (count) => counted(count, { one: 'alarme', other: 'alarmes' }),
  noAlarms: 'Nenhum alarme',
  alarm: 'Alarme',
  since: (time) => `desde ${time}`,
  online: 'Online',
  offline: 'Offline',
  silent: 'Nada recebido ainda',
  lastFrame: (time) => `Último pacote ${time}`,
  queue: (records, used, bound) =>
    `${counted(records, { one: 'registro espera', other: 'registros esperam' })} · fila ${used} de ${bound}`,
  full: 'A fila está cheia: os envios dos dispositivos não são confirmados, e consultas são perdidas.',
  stale: 'Esta página perdeu a conexão com o edge. Os valores são antigos.',
  noValue: 'Sem valor',
  skip: 'Ir para os dispositivos',
  version: (version, number) => `Versão ${version} · configuração ${number}`,
  downMessage: (edge, site, since, alarms) =>
    `${site}: o portal não pode ser alcançado pelo edge ${edge} desde ${since}. ${alarms}`,
  alarmMessage: (edge, site, what) =>
    `${site}: ALARME ${what}. Enviado pelo edge ${edge}, porque o portal não pode ser alcançado.`,
  backMessage: (edge, site, minutes) =>
    `${site}: o portal voltou a ser alcançado pelo edge ${edge}, após ${counted(minutes, { one: 'minuto', other: 'minutos' })}.`,
  activeNow: (list) => `Em alarme agora: ${list}.`,
  noneActive: 'Nenhum alarme está ativo.',
};
