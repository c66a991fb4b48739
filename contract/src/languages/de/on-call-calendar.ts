import type { texts as English } from '../../texts/on-call-calendar.ts';

export const texts: typeof English = {
  name: 'Bereitschaft',
  summary: (rotation) => `Bereitschaft: ${rotation}`,
  turn: 'Ihr Dienst im Bereitschaftsplan.',
  override: 'Ihre Vertretung.',
  heading: 'Kalender Ihrer Dienste',
  about:
    'Eine geheime Adresse, über die ein Kalenderprogramm liest, wann Sie Bereitschaft haben. Wer sie hat, kann Ihre Dienste lesen.',
  make: 'Adresse erstellen',
  again: 'Neue Adresse erstellen',
  revoke: 'Widerrufen',
  revoked: 'Die Adresse ist widerrufen.',
  made: (at) => `Erstellt ${at}`,
  used: (at) => `zuletzt gelesen ${at}`,
  unused: 'noch nicht gelesen',
  once: 'Kopieren Sie sie jetzt: Sie wird nur einmal gezeigt. Sie ersetzt die bisherige Adresse.',
  address: 'Adresse Ihres Kalenders',
  copy: 'Kopieren',
  copied: 'Kopiert',
};
