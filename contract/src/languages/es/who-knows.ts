import type { EscalationState } from '../../escalation.ts';
import type { MessageState } from '../../messages.ts';
import type { DutyGap } from '../../on-call.ts';
import type { texts as English } from '../../texts/who-knows.ts';

const states: Readonly<Record<MessageState, string>> = {
  pending: 'En espera de envío',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  opened: 'Abierto',
  acknowledged: 'Reconocido',
  failed: 'No se pudo enviar',
  cancelled: 'No enviado: antes se reconoció o terminó',
};
const ends: Readonly<Record<Exclude<EscalationState, 'running'>, string>> = {
  others: 'Reconocida; el paso se repite para los demás',
  used_up: 'Nadie ha reconocido: terminaron todas las vueltas',
  acknowledged: 'Reconocida',
  cleared: 'Terminó al normalizarse la alarma',
  shelved: 'Terminó por un aplazamiento',
  suspended: 'Terminó: el dispositivo no notifica',
  moved: 'Terminó: se trasladó el dispositivo',
  removed: 'Terminó: se eliminó el dispositivo',
};
const gaps: Readonly<Record<DutyGap, string>> = {
  not_started: 'aún no hay nadie de guardia',
  removed: 'ya no existe',
  deactivated: 'cuenta desactivada',
  no_access: 'no tiene acceso al dispositivo',
};

export const texts: typeof English = {
  title: 'A quién se notificó',
  loading: 'Consultando a quién se notificó',
  failed: 'No se pudo cargar a quién se notificó.',
  nobody: 'Ninguna política de escalamiento trata este evento. Las reglas de correo envían sus propios correos.',
  methods: { email: 'correo', push: 'notificación', sms: 'SMS', webhook: 'webhook' },
  stale: 'Demasiado tarde, no enviado',
  states,
  ends,
  at: (time) => `a las ${time}`,
  test: 'Prueba',
  next: (names, when) => `Siguiente: ${names}, ${when}`,
  inMinutes: (minutes) => (minutes <= 0 ? 'ahora' : `en ${minutes} min`),
  gap: (name, gap) => `No se pudo notificar a ${name}: ${gaps[gap]}`,
  unanswered: 'Nadie ha reconocido',
  unansweredAbout: (place, policy, since) => `${place}, ${policy}, desde ${since}`,
  more: (count) => `y ${count} más`,
  show: 'Mostrar',
};
