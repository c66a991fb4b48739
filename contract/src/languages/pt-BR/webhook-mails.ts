import type { texts as English } from '../../texts/webhook-mails.ts';

export const texts: typeof English = {
  subject: (title) => `O webhook “${title}” foi desligado`,
  what: (origin) => `O destinatário dele em ${origin} respondeu 410 (Gone): não aceita mais mensagens.`,
  meaning:
    'Nada mais é enviado por este webhook, nem por políticas de escalonamento que o indicam. Corrija o endereço e ligue-o de novo, ou remova-o. Os eventos desse meio-tempo não são enviados depois.',
  open: 'Abrir webhooks',
  foot: (place) => `Você recebe este e-mail porque gerencia ${place}.`,
};
