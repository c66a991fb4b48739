import type { texts as English } from '../../texts/responses.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (device) => `${device} - Prioritäten und Maßnahmen bearbeiten`,
  hint: 'Was man liest, wenn dieser Sensor einen Alarm auslöst. Eine Warnregel kann unter Mehr einen eigenen Text haben.',
  more: 'Mehr: Priorität und Maßnahme',
  priority: 'Priorität',
  usualPriority: 'Üblich',
  ofSensor: (word) => `Wie ihr Sensor: ${word}`,
  likelyCause: 'Wahrscheinliche Ursache',
  consequence: 'Folge',
  whatToDo: 'Maßnahme',
  respondWithin: 'Reagieren innerhalb von (min)',
  respondWithinText: (count) => `Reagieren innerhalb von ${counted(count, { one: 'Minute', other: 'Minuten' })}`,
  inherit: 'Wie ihr Sensor',
  wrongMinutes: 'Geben Sie eine ganze Zahl von Minuten von 1 bis 10080 ein.',
  empty: 'Es gibt noch keine Sensoren.',
  gone: 'vom Gerät nicht mehr gemeldet',
  set: 'Priorität und Maßnahme',
  alsoFor: (count) => `Für ${counted(count, { one: 'Sensor', other: 'Sensoren' })} ohne Text übernehmen`,
  alsoForAbout: 'Für die hier gezeigten; die Suche grenzt sie ein. Erst beim Speichern wird etwas geändert.',
  exportCsv: 'CSV des Standorts exportieren',
  importCsv: 'CSV des Standorts importieren',
  imported: (count) =>
    count === 0
      ? 'Nichts in der Datei weicht ab.'
      : `${counted(count, { one: 'Eintrag', other: 'Einträge' })} geändert`,
  button: 'Was zu tun ist',
  none: 'Niemand hat aufgeschrieben, was bei diesem Alarm zu tun ist.',
  loading: 'Wird geladen',
  failed: 'Der Maßnahmentext konnte nicht geladen werden.',
  writeOne: 'Aufschreiben',
  details: 'Details',
  detailsOf: (what) => `Was zu tun ist: ${what}`,
  register: 'Alarmregister',
};
