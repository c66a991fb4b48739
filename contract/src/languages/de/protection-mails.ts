import type { texts as English } from '../../texts/protection-mails.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  weekly: {
    subject: (site, n) =>
      n === 0
        ? `${site}: alles schützt`
        : `${site}: ${counted(n, { one: 'Eintrag schützt', other: 'Einträge schützen' })} nicht`,
    none: 'Alles schützt: Kein Sensor oder Gerät ist zurückgestellt, außer Betrieb, deaktiviert, offline, überfällig oder unter Ausfallverdacht.',
    some: (n, site) =>
      `${counted(n, { one: 'Eintrag', other: 'Einträge' })} an ${site} würde${n === 1 ? '' : 'n'} Sie jetzt nicht warnen.`,
    made: (time, zone) => `Stand: ${time} (${zone}).`,
    share: 'In 30 Tagen nachweislich aktiv',
    shareOf: (share, proven, all) => `${share} % (${proven} von ${all} Sensoren)`,
    line: (kind, what, why) => `${kind}: ${what}. ${why}`,
    more: (n) => `und ${n} weitere`,
    button: 'Liste öffnen',
    csv: (url) => `Als CSV: ${url}`,
  },
  monthly: {
    none: (site, month) => `${site}: keine Betriebsstunden im ${month}`,
    about: (month) =>
      `Geschützte Stunden im ${month}: Betriebsstunden, in denen jeder erforderliche Sensor jemanden hätte warnen können.`,
    line: (device, what) => `${device}: ${what}`,
    button: 'Geschützte Stunden öffnen',
  },
  overdue: {
    subject: (site, n) =>
      `${site}: ${counted(n, { one: 'Wiederholungsprüfung', other: 'Wiederholungsprüfungen' })} überfällig`,
    about: (n, site, days) =>
      `${counted(n, { one: 'Wiederholungsprüfung ist', other: 'Wiederholungsprüfungen sind' })} an ${site} überfällig. Das Intervall beträgt ${counted(days, { one: 'Tag', other: 'Tage' })}.`,
    line: (what, last) => `${what}: zuletzt bestanden ${last}`,
    button: 'Wiederholungsprüfungen öffnen',
  },
  reason:
    'Sie erhalten diese E-Mail, weil Sie diesen Standort verwalten. Sie können sie in Ihren Einstellungen abschalten.',
  setting:
    'Wöchentliche E-Mail über das, was nicht schützt, monatliche über geschützte Stunden und Erinnerungen an überfällige Wiederholungsprüfungen',
  settingHelp:
    'Für die Standorte, die Sie verwalten, jeden Montag und am Ersten jedes Monats um 07:00 Uhr Ortszeit des Standorts.',
  saved: 'Einstellung gespeichert.',
};
