import type { texts as English } from '../../texts/incident-pack.ts';

const drawingWords = {
  some: 'drawings/*.json          das Anlagenbild, das beim Beginn des Alarms veröffentlicht war, jedes Blatt mit diesen Geräten als Dokument, nicht als Bilddatei; jedes sagt, ob es später veröffentlicht wurde, weil es davor keines gab',
  none: 'Kein veröffentlichtes Anlagenbild zeigt diese Geräte.',
  hidden: 'Anlagenbilder sind ausgelassen: Die Person, die dieses Paket erstellt hat, darf sie nicht sehen.',
};

export const texts: typeof English = {
  open: 'Ereignispaket',
  hint: 'Lädt alles über diesen Alarm als eine ZIP-Datei herunter',
  progress: (megabytes) => `Ereignispaket: ${megabytes} MB empfangen`,
  cancel: 'Abbrechen',
  saved: 'Das Ereignispaket ist gespeichert.',
  failed: 'Das Ereignispaket konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',
  onlyAlarms: 'Nur ein Ereignis, das einen Zustand beginnt, hat ein Ereignispaket.',
  documentTitle: (device) => `Sensoren von ${device}`,
  chartSpan: (from, to) => `${from} bis ${to}, ein Punkt je Minute; rot: im Alarm`,
  noSeries: 'Das Gerät hat in diesem Zeitraum nichts gesendet.',
  readme: (facts) => `Ereignispaket
${facts.what}
${facts.place}
Beginn ${facts.at}
Zeitraum ${facts.from} bis ${facts.to}
Erstellt ${facts.made} von ${facts.by}

Geräte:
${facts.devices.map((line) => `- ${line}`).join('\n')}

story.txt                die Geschichte des Vorfalls, wie sie beim Erstellen dieses Pakets erzählt wurde
events.csv               Ereignisse dieser Geräte in ihrer Reihenfolge, mit dem ersten des Vorfalls und wie sicher die Reihenfolge ist
who_knows.csv            wer von den Eskalationsregeln benachrichtigt wurde, womit, und was aus jeder Nachricht wurde
held_back.csv            was zurückgestellt oder außer Betrieb war
notes.csv                was Personen zu diesen Geräten und dem Standort notiert haben
proof_tests.csv          die letzte abgeschlossene Wiederholungsprüfung jedes Sensors vor dem Alarm
settings_then.json       Warnregeln, Einheiten, Namen, Bilder und Maßnahmen beim Beginn des Alarms
settings_now.json        dasselbe bei der Erstellung dieses Pakets
changes.csv              Änderungen dieser Einstellungen seit dem Beginn des Pakets, mit ihren Werten davor und danach
clocks.csv               Uhrabweichung und Verzögerung jedes Geräts am Anfang, beim Alarm und am Ende
refused_frames.csv       Telegramme, die nicht gespeichert werden konnten
sensors/device_*.csv     jeder Messwert aller Sensoren in voller Auflösung
sensors/device_*.pdf     dasselbe als Diagramme, ein Punkt je Minute
${drawingWords[facts.drawings]}
SHA256SUMS               die Prüfsummen dieser Dateien: prüfen mit 'sha256sum -c SHA256SUMS'

Einstellungen damals: Regeln und Einheiten sind genau. Namen, Bilder und Maßnahmen sind um die aufgezeichneten Änderungen zurückgerechnet; was seitdem von einem anderen Gerät kopiert wurde, steht nur in changes.csv.
Außer Betrieb: Was vor der Erstellung dieses Pakets wieder in Betrieb genommen wurde, steht nur in changes.csv.
${facts.cut.length === 0 ? '' : `Zu lang und gekürzt: ${facts.cut.join(', ')}.\n`}`,
};
