import type { texts as English } from '../../texts/mailbox.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  toSettings: 'Configurações OEM',
  reload: 'Recarregar',
  title: 'E-mails de saída',
  noServer: 'Nenhum servidor de e-mail está definido (SMTP_URL): os e-mails são guardados aqui em vez de enviados.',
  search: 'Buscar por destinatário ou assunto',
  all: 'Todos',
  states: { queued: 'Na fila', sent: 'Enviado', failed: 'Falhou', mailbox: 'Guardado aqui', cancelled: 'Cancelado' },
  to: 'Para',
  subject: 'Assunto',
  state: 'Estado',
  at: 'Escrito',
  attempts: (count) => counted(count, { one: 'tentativa', other: 'tentativas' }),
  next: 'próxima',
  none: 'Nenhum e-mail',
  noneText: 'Os e-mails aparecem aqui assim que o portal cria um.',
  plain: 'Texto simples',
  styled: 'Como enviado',
  withheld:
    'O conteúdo não é mostrado: era para alguém com um papel acima do seu, ou já foi enviado e não está mais guardado.',
  back: 'Todos os e-mails',
  failed: 'Ocorreu um erro. Tente novamente.',
};
