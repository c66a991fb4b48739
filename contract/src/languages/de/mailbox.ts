import type { texts as English } from '../../texts/mailbox.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  toSettings: 'OEM-Einstellungen',
  reload: 'Neu laden',
  title: 'Ausgehende E-Mails',
  noServer: 'Kein Mailserver ist eingestellt (SMTP_URL): E-Mails werden hier gespeichert statt gesendet.',
  search: 'Nach Empfänger oder Betreff suchen',
  all: 'Alle',
  states: {
    queued: 'Wartet',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
    mailbox: 'Hier gespeichert',
    cancelled: 'Abgebrochen',
  },
  to: 'An',
  subject: 'Betreff',
  state: 'Zustand',
  at: 'Geschrieben',
  attempts: (count) => counted(count, { one: 'Versuch', other: 'Versuche' }),
  next: 'nächster',
  none: 'Keine E-Mail',
  noneText: 'E-Mails erscheinen hier, sobald das Portal eine erstellt.',
  plain: 'Nur Text',
  styled: 'Wie gesendet',
  withheld:
    'Der Inhalt wird nicht gezeigt: Er war für jemanden mit einer höheren Rolle als Ihrer, oder er wurde gesendet und ist nicht mehr gespeichert.',
  back: 'Alle E-Mails',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
};
