import type { texts as English } from '../../texts/escalation-mails.ts';
import { counted, plural } from './words.ts';

const list = (names: readonly string[]): string => names.join(', ');

export const texts: typeof English = {
  why: (policy, names) =>
    `Ninguém reconheceu isto ainda. A política de escalonamento “${policy}” está notificando agora: ${list(names)}.`,
  whyTest: (policy, names) =>
    `Ninguém reconheceu este teste ainda. A política de escalonamento “${policy}” está notificando agora: ${list(names)}.`,
  testSubject: (policy) => `TESTE: política de escalonamento “${policy}”`,
  testNotice:
    'Este é um teste da política de escalonamento. Nada aconteceu na sua planta. Reconheça-o como faria com um alarme.',
  subject: (policy) => `Não reconhecido: política de escalonamento “${policy}”`,
  notWritten: 'O que aconteceu não pôde ser escrito neste e-mail. Abra o Tocsin para ver.',
  notReached: (names) => `Não foi possível notificar: ${list(names)}.`,
  next: (minutes) =>
    `Se ninguém reconhecer, a próxima etapa começa em ${counted(minutes, { one: 'minuto', other: 'minutos' })}.`,
  button: 'Reconhecer',
  linkNote:
    'A página que se abre tem um único botão, e nada é reconhecido antes que você o pressione. Ela não exige entrar no portal, funciona uma vez, só para esta mensagem e por no máximo 24 horas. Não repasse o link.',
  sentBy: (policy, url) => `Enviado pela política de escalonamento “${policy}”: ${url}`,
  nobodyAcknowledged: (policy) =>
    `Todas as etapas da política de escalonamento “${policy}” foram executadas, e ninguém reconheceu. Você recebe este e-mail porque é o contato de emergência deste cliente.`,
  gathered: (count) =>
    `${plural(count, { one: `${count} evento aguarda`, other: `${count} eventos aguardam` })} reconhecimento. Você recebe um só e-mail por tudo isso porque as políticas de escalonamento enviaram dez a você em dez minutos.`,
  openLog: 'Abrir os pendentes',
  sentByPolicies: (url) => `Enviado por políticas de escalonamento: ${url}`,
  nobodySubject: (subject) => `Ninguém reconheceu: ${subject}`,
};
