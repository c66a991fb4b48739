import type { texts as English } from '../../texts/alarm-register.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: 'Alarmregister',
  documentTitle: (site) => `Alarmregister, ${site}`,
  made: (time, zone) => `Erstellt ${time}, ${zone}.`,
  approvedBy: (who, at) => `Freigegeben von ${who} am ${at}`,
  notApproved: 'Noch nicht freigegeben',
  differences: (count) =>
    count === 0
      ? 'Seit der Freigabe hat sich nichts geändert.'
      : `${counted(count, { one: 'Abweichung', other: 'Abweichungen' })} seit der Freigabe`,
  kinds: { added: 'Hinzugefügt', removed: 'Entfernt', changed: 'Geändert' },
  change: (field, old, fresh) => `${field}: ‚${old}‘ ist jetzt ‚${fresh}‘`,
  fields: {
    device: 'Gerät',
    sensor: 'Sensor',
    rule: 'Regel',
    priority: 'Priorität',
    likely_cause: 'wahrscheinliche Ursache',
    consequence: 'Folge',
    what_to_do: 'Maßnahme',
    respond_within_minutes: 'reagieren innerhalb von (min)',
  },
  columns: {
    limit: 'Grenze und Verzögerung',
    alarm: 'Alarm',
    priority: 'Priorität',
    within: 'Innerhalb',
    todo: 'Maßnahme',
    cause: 'Wahrscheinliche Ursache',
    consequence: 'Folge',
    device: 'Gerät',
  },
  ofRule: (sensor, rule) => `${sensor}: ${rule}`,
  ownAlarm: 'Grenze im Gerät gesetzt',
  usual: 'Üblich',
  unset: '(üblich)',
  unused: 'Nichts ist daran angeschlossen.',
  writeOne: (count) => `Ein Text für ${count}`,
  minutes: (count) => `${count} min`,
  below: 'Siehe unter der Tabelle.',
  csv: 'CSV',
  pdf: 'PDF',
  approve: 'Diese Liste freigeben',
  approveAbout: (count) =>
    `Sie bestätigen ${counted(count, { one: 'Eintrag', other: 'Einträge' })} mit Priorität und Maßnahme wie gezeigt.`,
  comment: 'Kommentar',
  approved: 'Die Liste ist freigegeben',
  changed:
    'Die Liste hat sich geändert, seit Sie sie geöffnet haben. Lesen Sie sie noch einmal, bevor Sie sie freigeben.',
  empty: 'Die Geräte dieses Standorts haben ihre Sensoren noch nicht gemeldet.',
  missing: (count, all) =>
    count === 0
      ? 'Für jeden Alarm ist eine Maßnahme beschrieben.'
      : `${count} von ${counted(all, { one: 'Alarm', other: 'Alarmen' })} ohne Maßnahme`,
  shown: 'Gezeigte Alarme',
  all: (count) => `Alle ${count ?? '–'}`,
  onlyMissing: (count) => `Ohne Maßnahme ${count ?? '–'}`,
  search: 'Alarme und Texte suchen',
  nothingFound: 'Kein Alarm passt.',
  noResponse: 'Keine Maßnahme',
  moreMissing: (count) => `${count} weitere ohne Maßnahme`,
  write: 'Schreiben',
  writeFor: (sensor) => `Maßnahme für ${sensor} schreiben`,
};
