import type { MessageMethod, MessageState } from '../../messages.ts';
import type { texts as English } from '../../texts/running-escalations.ts';
import { counted, plural } from './words.ts';

const methods: Readonly<Record<MessageMethod, string>> = {
  email: 'e-mail',
  push: 'notificação',
  sms: 'SMS',
  webhook: 'webhook',
};
const became: Readonly<Record<MessageState, string>> = {
  pending: 'aguardando',
  sending: 'enviando',
  sent: 'enviado',
  delivered: 'entregue',
  opened: 'mensagem aberta, não reconhecido',
  acknowledged: 'reconhecido',
  failed: 'não enviado',
  cancelled: 'cancelado',
};

export const texts: typeof English = {
  title: 'Escalonamentos em andamento',
  methods,
  became,
  failed: 'Não foi possível carregar os escalonamentos em andamento.',
  states: (state) => {
    if (state === 'used_up') return 'Ninguém reconheceu, e todas as rodadas terminaram';
    return state === 'others' ? 'Reconhecido, mas ainda não por todos' : 'Ninguém reconheceu ainda';
  },
  showAll: 'Mostrar todos',
  since: (since, span) => `${since} (${span})`,
  cleared: 'Normalizado',
  clearedAfter: (since, span) => `${since}, normalizado após ${span}`,
  steps: (title) => `Etapas de ${title}`,
  policy: (title) => `Política ${title}`,
  nobodyReached: 'Ninguém',
  sparedBy: (policy) => `já avisado por ${policy}`,
  notBegun: 'ainda não iniciado',
  nextIn: (names) => `${names} em`,
  now: 'agora',
  place: (step, steps) => `etapa ${step} de ${steps}`,
  round: (round, rounds) => `rodada ${round} de ${rounds}`,
  overAt: (time) => `termina às ${time}`,
  acknowledge: 'Reconhecer',
  notifyNow: (names) => `Notificar agora: ${names}`,
  notifyNobody: 'Executar a etapa agora',
  notified: (names) => `${names}: a etapa é executada agora`,
  isOver: 'Esta etapa já foi executada, ou o escalonamento terminou.',
  earlier: (count) => counted(count, { one: 'etapa anterior', other: 'etapas anteriores' }),
  more: (count) => plural(count, { one: `Mais ${count} em andamento`, other: `Mais ${count} em andamento` }),
  fewer: 'Mostrar menos',
  and: (names) => (names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`),
};
