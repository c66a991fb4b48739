import type { texts as English } from '../../texts/story.ts';

export const texts: typeof English = {
  close: 'Geschichte beenden',
  notYet: {
    values: 'Die Demo ist gerade erst gestartet. Die ersten Werte treffen innerhalb einer Minute ein.',
    bearing: 'Noch ist kein Lager heiß gelaufen. Sobald es geschieht, folgt diese Seite von selbst.',
    night:
      'Die Demo schreibt noch ihre letzten Wochen. Der Alarm erscheint hier von selbst, meist innerhalb von zwei Minuten.',
    shelf:
      'Noch ist nichts zurückgestellt. Das geschieht in der Demo innerhalb von zwei Minuten nach den ersten Warnungen.',
    alarm: 'Noch ist kein Alarm gespeichert. Jeder wird die Schaltfläche „Ereignispaket“ haben.',
  },
  warming: {
    title: 'Ein Lager wird warm',
    text: 'Alle 20 Minuten läuft das Kopflager von Leg 1 heiß. Jede Karte zeigt einen Wert, seine Grenzen, seine letzten Minuten und wie alt er ist. Ein Alarm erreicht jede offene Seite innerhalb einer Sekunde.',
  },
  graph: {
    title: 'Wie es dazu kam',
    text: 'Dasselbe Lager im Zeitverlauf. Rote Bänder sind Alarme, Lücken bleiben Lücken. Vergleichen Sie mit gestern, oder ziehen Sie einen anderen Sensor auf das Diagramm.',
  },
  rule: {
    title: 'Eine Regel wird an der Vergangenheit erprobt',
    text: 'Drücken Sie Erproben: Eine Warnregel läuft über die letzten Wochen echter Messwerte und zeigt jede Nachricht, die sie gesendet hätte, bevor sie jemanden weckt.',
  },
  night: {
    title: 'Ein Alarm in der Nacht',
    text: 'Er endete, bevor ihn jemand sah. Er bleibt hier und an der Glocke stehen, bis eine Person ihn quittiert.',
  },
  escalation: {
    title: 'Jemand antwortet',
    text: 'Ein Alarm geht an die Person in Bereitschaft, dann an die nächste, bis jemand ihn quittiert. Eine Zeit, die niemand abdeckt, ist rot, Wochen bevor sie beginnt.',
  },
  shelf: {
    title: 'Still, aber nicht für immer',
    text: 'Ein flatternder Sensor wurde zurückgestellt: mit Grund, Name und Ende. Seine Karte zeigt weiterhin die Wahrheit.',
  },
  protection: {
    title: 'Was jetzt nicht schützt',
    text: 'Alles, was zurückgestellt, außer Betrieb, offline, für die Wiederholungsprüfung überfällig oder unter Ausfallverdacht ist, auf einer Seite.',
  },
  handover: {
    title: 'Die Übergabe am Morgen',
    text: 'Was seit Schichtbeginn geschah, was noch offen ist und wer übernommen hat.',
  },
  film: {
    title: 'Die Anlage, wie sie war',
    text: 'Das Anlagenbild zum Zeitpunkt des Alarms. Spielen Sie es ab, bis zu 300-mal so schnell.',
  },
  pack: {
    title: 'Alles in einer Datei',
    text: 'Ereignispaket: die Reihenfolge der Ereignisse, die Messwerte darum herum, wer benachrichtigt wurde und welche Grenzen galten, mit Prüfsummen. Das war die Geschichte; alles hier dürfen Sie ausprobieren.',
  },
};
