import type { EscalationState } from '../../escalation.ts';
import type { MessageState } from '../../messages.ts';
import type { DutyGap } from '../../on-call.ts';
import type { texts as English } from '../../texts/who-knows.ts';

const states: Readonly<Record<MessageState, string>> = {
  pending: 'Aguardando envio',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregue',
  opened: 'Mensagem aberta',
  acknowledged: 'Reconhecido',
  failed: 'Não foi possível enviar',
  cancelled: 'Não enviado: reconhecido ou encerrado antes',
};
const ends: Readonly<Record<Exclude<EscalationState, 'running'>, string>> = {
  others: 'Reconhecido; a etapa é repetida para os outros',
  used_up: 'Ninguém reconheceu: todas as rodadas terminaram',
  acknowledged: 'Reconhecido',
  cleared: 'Encerrado quando o alarme se normalizou',
  shelved: 'Encerrado por um adiamento',
  suspended: 'Encerrado: o dispositivo não notifica',
  moved: 'Encerrado: o dispositivo mudou de local',
  removed: 'Encerrado: o dispositivo foi removido',
};
const gaps: Readonly<Record<DutyGap, string>> = {
  not_started: 'ninguém de plantão ainda',
  removed: 'não existe mais',
  deactivated: 'está com a conta desativada',
  no_access: 'não tem acesso ao dispositivo',
};

export const texts: typeof English = {
  title: 'Quem foi notificado',
  loading: 'Verificando quem foi notificado',
  failed: 'Não foi possível carregar quem foi notificado.',
  nobody: 'Nenhuma política de escalonamento trata deste evento. As regras de e-mail enviam seus próprios e-mails.',
  methods: { email: 'e-mail', push: 'notificação', sms: 'SMS', webhook: 'webhook' },
  stale: 'Tarde demais, não enviado',
  states,
  ends,
  at: (time) => `em ${time}`,
  test: 'Teste',
  next: (names, when) => `A seguir: ${names}, ${when}`,
  inMinutes: (minutes) => (minutes <= 0 ? 'agora' : `em ${minutes} min`),
  gap: (name, gap) => `${name} não foi alcançado: ${gaps[gap]}`,
  unanswered: 'Ninguém reconheceu',
  unansweredAbout: (place, policy, since) => `${place}, ${policy}, desde ${since}`,
  more: (count) => `e mais ${count}`,
  show: 'Mostrar',
};
