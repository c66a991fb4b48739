import type { texts as English } from '../../texts/tour.ts';

export const texts: typeof English = {
  where: {
    title: 'Wo Sie sind',
    text: 'Kunde, Standort und Gerät. Alle Seiten handeln von dem, was Sie hier wählen; jeder Browser-Tab behält seine eigene Wahl.',
  },
  age: {
    title: 'Jeder Wert hat sein Alter',
    text: 'Die Übersicht zeigt ein Gerät live. Neben jedem Wert steht, wie alt er ist; ein alter wird grau. Trauen Sie dem Alter, nicht der Zahl allein.',
  },
  graphs: {
    title: 'Wie es dazu kam',
    text: 'Diagramme reichen von den letzten zehn Minuten bis zu dreißig Tagen und weiter zurück. Rote Bänder sind Alarme; in schraffierten Zeiten wurde nichts empfangen.',
  },
  bell: {
    title: 'Alarme',
    text: 'Die Zahl zählt, was jetzt ansteht. Ein Alarm setzt auch eine rote Zeile über jede Seite. Quittieren Sie ihn dort, damit die anderen sehen, wer sich kümmert. Ein Alarm, der ungesehen endete, bleibt im Protokoll, bis ihn jemand quittiert.',
  },
  reach: {
    title: 'Wer benachrichtigt wird',
    text: 'Bereitschaft zeigt, wer bei einem Alarm benachrichtigt wird und wer der Nächste ist, wenn niemand quittiert. Fügen Sie unter Meine Benachrichtigungen in Ihrem eigenen Menü Ihr Telefon oder diesen Browser hinzu, und testen Sie sie.',
  },
  protection: {
    title: 'Was jetzt nicht schützt',
    text: 'Alles, was Sie in diesem Moment nicht warnen würde: zurückgestellt, außer Betrieb, offline, für die Wiederholungsprüfung überfällig oder unter Ausfallverdacht. Die Zahl sagt, wie viel das ist.',
  },
  sites: {
    title: 'Einrichten',
    text: 'Standorte enthalten Geräte und Personen. Fügen Sie ein Gerät mit der Seriennummer und dem Code hinzu, die darauf stehen, dann Personen mit dem, was sie dürfen.',
  },
  plant: {
    title: 'Ihr Anlagenbild',
    text: 'Zeichnen Sie Maschinen, binden Sie ihre Sensoren, veröffentlichen Sie. Dann sehen alle auf einen Blick, wo etwas nicht stimmt, jetzt oder zu jedem früheren Zeitpunkt.',
  },
  help: {
    title: 'Wenn Sie nicht weiterwissen',
    text: 'Das Fragezeichen erklärt die Seite, auf der Sie sind; auf dem Telefon steht es unter Mehr. Von dort lässt sich auch diese Einführung wieder zeigen.',
  },
};
