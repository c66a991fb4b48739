import type { texts as English } from '../../texts/message-link.ts';

export const texts: typeof English = {
  title: 'Quittieren',
  loading: 'Alarm wird geladen',
  unknownTitle: 'Dieser Link funktioniert nicht',
  unknown:
    'Er gehört zu keiner Nachricht an Sie, oder Sie dürfen das Gerät nicht mehr öffnen. Melden Sie sich an, um zu sehen, was ansteht.',
  failed: 'Der Alarm konnte nicht geladen werden.',
  again: 'Erneut versuchen',
  to: (name) => `Gesendet an ${name}`,
  active: 'Steht an',
  test: 'Test: In der Anlage ist nichts geschehen',
  cleared: 'Beendet',
  facts: { site: 'Standort', device: 'Gerät', sensor: 'Sensor', since: 'Seit', priority: 'Priorität' },
  comment: 'Kommentar (optional)',
  button: 'Quittieren',
  help: 'Sie bestätigen, dass Sie davon wissen und sich darum kümmern. Danach wird niemand weiter benachrichtigt.',
  by: (who, at) => `Quittiert von ${who}, ${at}`,
  used: 'Sie haben über diese Nachricht quittiert.',
  late: 'Jemand anders hat schon vorher quittiert. Hier ist nichts mehr zu tun.',
  expired: 'Dieser Link ist älter als 24 Stunden. Melden Sie sich an, um zu quittieren.',
  signIn: 'Portal öffnen',
};
