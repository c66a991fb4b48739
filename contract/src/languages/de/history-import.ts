import type { texts as English } from '../../texts/history-import.ts';

export const texts: typeof English = {
  title: 'Vergangenheit importieren',
  about:
    'Nur für Diagramme, Exporte und Regelproben: importierte Werte benachrichtigen niemanden und belegen keinen Schutz.',
  choose: 'Datei wählen',
  formats:
    'CSV mit einer Spalte je Sensor oder einer Zeile je Wert; InfluxDB Line Protocol; Exporte von Tocsin. Bis 200 MB.',
  tooLarge: 'Die Datei ist größer als 200 MB. Der Betreiber kann sie über die Befehlszeile importieren.',
  noLines: 'Die Datei hat keine lesbaren Zeilen.',
  found: (format) => `Das ist ${format}.`,
  formatNames: {
    wide: 'eine CSV-Datei mit einer Spalte je Sensor',
    long: 'eine CSV-Datei mit einer Zeile je Wert',
    'line-protocol': 'InfluxDB Line Protocol',
  },
  begins: (time) => `Sie beginnt ${time}.`,
  zone: 'Zeitzone der Zeiten ohne Angabe',
  sensorOf: (name) => `Sensor zu ${name}`,
  leaveOut: 'Weglassen',
  import: 'Importieren',
  progress: (percent) => `${percent} % importiert`,
  cancel: 'Anhalten',
  drop: 'Verwerfen',
  done: (lines, stored) => `${lines} Zeilen gelesen, ${stored} Zeitpunkte importiert.`,
  doubled: (count) => `${count} Zeitpunkte waren schon da.`,
  refused: (count) => `${count} Zeilen oder Werte konnten nicht übernommen werden:`,
  line: (line, text) => `Zeile ${line}: ${text}`,
};
