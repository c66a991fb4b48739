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
    text: 'Diagramme reichen von den letzten zehn Minuten bis zu dreißig Tagen. Rote Bänder sind Alarme, schraffierte Zeiten sind solche, in denen nichts gehört wurde.',
  },
  bell: {
    title: 'Alarme',
    text: 'Die Zahl ist, was jetzt ansteht. Ein Alarm setzt auch eine rote Zeile über jede Seite. Quittieren Sie ihn dort, damit die anderen sehen, wer sich kümmert.',
  },
  sites: {
    title: 'Einrichten',
    text: 'Standorte enthalten Geräte und Personen. Fügen Sie ein Gerät mit der Seriennummer und dem Code hinzu, die darauf stehen, dann Personen mit dem, was sie dürfen.',
  },
  plant: {
    title: 'Ihre Anlage als Zeichnung',
    text: 'Zeichnen Sie Maschinen, binden Sie ihre Sensoren, veröffentlichen Sie. Dann sehen alle auf einen Blick, wo etwas nicht stimmt.',
  },
  help: {
    title: 'Wenn Sie nicht weiterwissen',
    text: 'Das Fragezeichen erklärt die Seite, auf der Sie sind; auf dem Telefon steht es unter Mehr. Von dort lässt sich auch dieser Rundgang wieder zeigen.',
  },
};
