import type { texts as English } from '../../texts/mailbox.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  toSettings: 'Paramètres OEM',
  reload: 'Actualiser',
  title: 'E-mails sortants',
  noServer:
    'Aucun serveur de messagerie n’est défini (SMTP_URL) : les e-mails sont conservés ici au lieu d’être envoyés.',
  search: 'Chercher par destinataire ou objet',
  all: 'Tous',
  states: { queued: 'À envoyer', sent: 'Envoyé', failed: 'Échec', mailbox: 'Conservé ici', cancelled: 'Annulé' },
  to: 'À',
  subject: 'Objet',
  state: 'État',
  at: 'Écrit',
  attempts: (count) => counted(count, { one: 'tentative', other: 'tentatives' }),
  next: 'prochaine',
  none: 'Aucun e-mail',
  noneText: 'Les e-mails apparaissent ici dès que le portail en crée un.',
  plain: 'Texte brut',
  styled: 'Tel qu’envoyé',
  withheld:
    'Le contenu n’est pas affiché : il était destiné à quelqu’un d’un rôle supérieur au vôtre, ou il a été envoyé et n’est plus conservé.',
  back: 'Tous les e-mails',
  failed: 'Une erreur est survenue, veuillez réessayer !',
};
