import type { MessageMethod, MessageState } from '../../messages.ts';
import type { texts as English } from '../../texts/running-escalations.ts';
import { counted, joined } from './words.ts';

const methods: Readonly<Record<MessageMethod, string>> = {
  email: 'correo',
  push: 'notificación',
  sms: 'SMS',
  webhook: 'webhook',
};
const became: Readonly<Record<MessageState, string>> = {
  pending: 'en espera',
  sending: 'enviando',
  sent: 'enviado',
  delivered: 'entregado',
  opened: 'abierto, sin reconocer',
  acknowledged: 'reconocido',
  failed: 'no enviado',
  cancelled: 'cancelado',
};

export const texts: typeof English = {
  title: 'Escalamientos en curso',
  methods,
  became,
  failed: 'No se pudieron cargar los escalamientos en curso.',
  states: (state) => {
    if (state === 'used_up') return 'Nadie ha reconocido, y terminaron todas las vueltas';
    return state === 'others' ? 'Reconocida, pero aún no por todos' : 'Nadie ha reconocido';
  },
  showAll: 'Mostrar todo',
  since: (since, span) => `${since} (${span})`,
  cleared: 'Normalizada',
  clearedAfter: (since, span) => `${since}, normalizada tras ${span}`,
  steps: (title) => `Pasos de ${title}`,
  policy: (title) => `Política ${title}`,
  nobodyReached: 'Nadie',
  sparedBy: (policy) => `ya avisado por ${policy}`,
  notBegun: 'aún no comienza',
  nextIn: (names) => `${names} en`,
  now: 'ahora',
  place: (step, steps) => `paso ${step} de ${steps}`,
  round: (round, rounds) => `vuelta ${round} de ${rounds}`,
  overAt: (time) => `termina: ${time}`,
  acknowledge: 'Reconocer',
  notifyNow: (names) => `Notificar ahora a ${names}`,
  notifyNobody: 'Ejecutar el paso ahora',
  notified: (names) => `${names}: el paso se ejecuta ahora`,
  isOver: 'Este paso ya se ejecutó, o el escalamiento terminó.',
  earlier: (count) => counted(count, { one: 'paso anterior', other: 'pasos anteriores' }),
  more: (count) => `${count} más en curso`,
  fewer: 'Mostrar menos',
  and: (names) => joined(names, 'y'),
};
