import type { texts as English } from '../../texts/labels.ts';

export const texts: typeof English = {
  print: 'QR-Etiketten',
  title: 'QR-Etiketten',
  about: 'Der Code enthält eine Adresse und kein Geheimnis. Wer ihn scannt, meldet sich zuerst an.',
  what: 'Geräte und Maschinen',
  all: 'Alle',
  kinds: { device: 'Gerät', machine: 'Maschine' },
  format: 'Bogen oder Etikett',
  make: 'PDF erstellen',
  notScanned: (n) => (n === 1 ? '1 wurde seit dem Druck nicht gescannt' : `${n} wurden seit dem Druck nicht gescannt`),
  scanned: (when, who) => `gescannt ${when}, ${who}`,
  notYet: 'noch nicht gescannt',
  opens: 'Livewerte, Rundgang, Prüfung, außer Betrieb',
  danger: 'Gefahr? Stopptaste drücken.',
  page: {
    place: (site) => `${site}, über Etikett`,
    gone: 'Dieses Etikett öffnet nichts. Wofür es gedruckt wurde, ist entfernt, oder Sie haben keinen Zugriff darauf.',
    noValues: 'Es wurde noch nichts gesendet.',
    offline: 'Das Gerät ist offline.',
    asOf: (when) => `Stand ${when}`,
    allOk: (n) => `Alle ${n} Sensoren OK`,
    others: (n) => `${n} weitere Werte`,
    test: 'Prüfen',
    note: 'Notiz',
    notePlaceholder: 'Was die Nächsten wissen sollten',
    addNote: 'Notiz hinzufügen',
    noteAdded: 'Notiz hinzugefügt.',
    needsServer:
      'Rundgänge, Notizen und das Abschließen von Aufgaben gehen ohne Netz. Prüfungen, Außerbetriebnahme, Bestätigen und Zurückstellen brauchen den Server.',
  },
};
