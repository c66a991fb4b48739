import type { texts as English } from '../../texts/webhook-mails.ts';

export const texts: typeof English = {
  subject: (title) => `Se desactivó el webhook “${title}”`,
  what: (origin) => `Su receptor en ${origin} respondió 410 (Gone): ya no acepta mensajes.`,
  meaning:
    'Este webhook ya no envía nada, tampoco por las políticas de escalamiento que lo nombran. Corrija su dirección y actívelo de nuevo, o elimínelo. Los eventos de entretanto no se envían después.',
  open: 'Abrir webhooks',
  foot: (place) => `Recibe este correo porque usted es gerente de ${place}.`,
};
