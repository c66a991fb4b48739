import type { texts as English } from '../../texts/bearing-weeks.ts';

export const texts: typeof English = {
  title: 'Lagerwochen',
  back: 'Übersicht',
  upTo: (when) => `Fünf Wochen bis ${when}`,
  overAmbient: (ambient) => `Temperatur über Umgebung (${ambient}), nur während die Maschine läuft`,
  noAmbient:
    'Dieses Gerät hat keinen Sensor mit „ambient“ im Namen: Gezeigt wird die Temperatur selbst, das Wetter zählt also mit',
  running: (sensor) =>
    `Die Maschine gilt als laufend, solange ${sensor} über der Hälfte seines höchsten Werts liegt, ab einer halben Stunde nach dem Start.`,
  notKnown: 'Kein Sensor zeigt, wann die Maschine läuft, daher zählen alle Stunden.',
  none: 'Dieses Gerät hat keine Lager.',
  noneAbout: 'Ein Lager ist ein Temperatursensor mit „bearing“ im Namen. Namen lassen sich unter Einstellung ändern.',
  cut: (shown, all) => `Gezeigt werden die ersten ${shown} von ${all} Lagern.`,
  bearings: 'Lager',
  thisWeek: 'Diese Woche',
  notRun: 'lief nicht',
  figure: (value, error) => `${value} ± ${error}`,
  noChange: 'In den vier Wochen davor nichts zum Vergleichen',
  sister: (figure, name) => `${figure} gegenüber ${name}`,
  trend: (figure) => `${figure} je Woche über die fünf Wochen`,
  limit: (value) => `Warnregel über ${value}`,
  noLimit: 'Keine Warnregel mit oberer Grenze',
  reached: 'Die Linie ist jetzt an der Grenze',
  toLimit: (days, span) => `Etwa ${days} Tage bis zur Grenze (${span}), wenn es geradlinig weitergeht`,
  span: (earliest, latest) => `${earliest} bis ${latest} Tage`,
  openSpan: (earliest) => `${earliest} Tage oder mehr`,
  week: (from, to) => `${from} bis ${to}`,
  verdicts: { hotter: 'Wärmer als davor', cooler: 'Kühler als davor', steady: 'Keine klare Änderung' },
  hotter: (count, all) =>
    count === 0
      ? 'Kein Lager ist klar wärmer als in seinen Wochen davor.'
      : `${count} von ${all} Lagern wärmer als in den Wochen davor`,
  next: { hotter: 'Lager prüfen, Diagramm öffnen', other: 'Diagramm öffnen' },
  task: 'Aufgabe anlegen',
  todo: (bearing, change) => `${bearing} prüfen: ${change} gegenüber den Wochen davor`,
  weeksOf: (bearing) => `${bearing} nach Wochen`,
  reading: (week, figure, hours) => `${week}: ${figure}, Laufzeit ${hours} h`,
  level: (figure) => `Wochen davor: im Mittel ${figure}`,
};
