import type { texts as English } from '../../texts/webhook-mails.ts';
import { ofName } from './words.ts';

export const texts: typeof English = {
  subject: (title) => `Le webhook « ${title} » a été désactivé`,
  what: (origin) => `Son récepteur à ${origin} a répondu 410 (Gone) : il n’accepte plus de messages.`,
  meaning:
    'Ce webhook n’envoie plus rien, même pour les politiques d’escalade qui le nomment. Corrigez son adresse et réactivez-le, ou retirez-le. Les événements survenus entre-temps ne sont pas envoyés après coup.',
  open: 'Ouvrir les webhooks',
  foot: (place) => `Vous recevez cet e-mail parce que vous êtes responsable ${ofName(place)}.`,
};
