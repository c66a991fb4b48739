import type { texts as English } from '../../texts/edges.ts';
import { counted } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'Minute', other: 'Minuten' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: 'Edges',
  about: (site) =>
    `Eine Edge ist ein Programm neben den Geräten von ${site}. Sie speichert deren Daten, solange die Leitung zum Portal unterbrochen ist, und sendet sie danach.`,
  none: 'Noch keine Edge',
  noneAbout:
    'Ohne Edge senden Geräte selbst an das Portal. Was sie nicht speichern können, geht verloren, solange die Leitung unterbrochen ist.',
  add: 'Edge hinzufügen',
  name: 'Name',
  cancel: 'Abbrechen',
  once: 'Starten Sie die Edge innerhalb von 24 Stunden mit diesem Code. Er wird nur einmal gezeigt und gilt einmal.',
  code: 'Code',
  command: 'Befehl',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Konnte nicht kopiert werden. Markieren Sie den Text, und kopieren Sie ihn von Hand.',
  states: {
    waiting: 'Noch nicht angemeldet',
    online: 'Online',
    behind: 'Holt auf',
    full: 'Warteschlange voll',
    silent: 'Still',
  },
  waitsUntil: (time) => `Ihr Code gilt bis ${time}.`,
  codeOver: 'Ihr Code ist abgelaufen. Erstellen Sie einen neuen.',
  seen: (time) => `Zuletzt gehört ${time}`,
  neverSeen: 'Nie gehört',
  queue: (records, share) =>
    `${counted(records, { one: 'Datensatz wartet', other: 'Datensätze warten' })}, Warteschlange ${share} % voll`,
  oldest: (time) => `ältester von ${time}`,
  memory: (megabytes) => `${megabytes} MB Speicher`,
  version: (version) => `Version ${version}`,
  clock: (seconds) => `Systemuhr weicht ${seconds} s ab`,
  refused: (count) => counted(count, { one: 'Datensatz abgewiesen', other: 'Datensätze abgewiesen' }),
  damaged: (count) => counted(count, { one: 'beschädigter Datensatz', other: 'beschädigte Datensätze' }),
  devices: 'Geräte',
  noDevices: 'Keine Geräte. Weisen Sie die zu, die an diese Edge senden.',
  assign: 'Geräte zuweisen',
  assignAbout:
    'Zugewiesene Geräte senden nur an diese Edge. Was sie direkt an das Portal senden, wird ab jetzt abgewiesen.',
  save: 'Speichern',
  saved: 'Edge geändert',
  gaps: 'Entfallene Abfragen',
  gap: (device, from, to, polls) =>
    `${device}: ${counted(polls, { one: 'Abfrage', other: 'Abfragen' })} von ${from} bis ${to} entfallen, weil die Edge keinen Platz hatte`,
  newCode: 'Neuer Code',
  newCodeAsk: 'Neuen Code erstellen?',
  newCodeAbout: 'Die Edge, die ihn verwendet, tritt an die Stelle der jetzigen, die damit getrennt wird.',
  rename: 'Umbenennen',
  remove: 'Edge entfernen',
  removeAsk: (name) => `Edge ${name} entfernen?`,
  removeAbout:
    'Ihr Schlüssel endet sofort, und ihre Geräte müssen selbst an das Portal senden. Was in ihrer Warteschlange wartet, geht verloren.',
  removed: 'Edge entfernt',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  mail: {
    subject: (edge, late) =>
      `Edge ${edge} ist zurück: ${late === 0 ? 'keine verspäteten Ereignisse' : counted(late, { one: 'verspätetes Ereignis', other: 'verspätete Ereignisse' })}`,
    text: (edge, site, minutes) =>
      `Die Edge ${edge} von ${site} konnte das Portal ${minutesOf(minutes)} lang nicht erreichen. Ihre Daten sind jetzt vollständig. Über das, was inzwischen geschah, wurde niemand benachrichtigt.`,
    nothing: 'In dieser Zeit begannen kein Alarm und keine Warnung.',
    more: (count) => `und ${count} weitere im Protokoll, als verspätet gekennzeichnet`,
    fact: (sensor, content) => [sensor, content].filter((part) => part !== '').join(': '),
    button: 'Protokoll öffnen',
    foot: (site) => `Sie erhalten diese E-Mail, weil Sie ${site} verwalten.`,
  },
};
