import type { texts as English } from '../../texts/edge-page.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (edge) => `${edge} · Tocsin-Edge`,
  unclaimed: 'Nicht angemeldete Edge',
  own: 'Dies ist die Sicht der Edge selbst: was die Geräte hier melden. Sie wertet keine Warnregeln aus, und hier kann nichts quittiert werden.',
  portalUp: 'Das Portal antwortet.',
  portalDown: (since) => `Das Portal antwortet seit ${since} nicht. Niemand dort sieht diese Werte.`,
  portalNever: 'Das Portal hat seit dem Start dieses Programms nicht geantwortet. Niemand dort sieht diese Werte.',
  notClaimed: 'Diese Edge wurde noch nicht angemeldet: Starten Sie sie mit EDGE_CODE.',
  noDevices:
    'Noch gehören keine Geräte zu dieser Edge. Weisen Sie sie im Portal zu, auf der Seite Edges des Standorts.',
  alarms: (count) => counted(count, { one: 'Alarm', other: 'Alarme' }),
  noAlarms: 'Keine Alarme',
  alarm: 'Alarm',
  since: (time) => `seit ${time}`,
  online: 'Online',
  offline: 'Offline',
  silent: 'Noch nichts empfangen',
  lastFrame: (time) => `Letztes Telegramm ${time}`,
  queue: (records, used, bound) =>
    `${counted(records, { one: 'Datensatz wartet', other: 'Datensätze warten' })} · Warteschlange ${used} von ${bound}`,
  full: 'Die Warteschlange ist voll: Geräte erhalten keine Bestätigung, und Abfragen entfallen.',
  stale: 'Diese Seite hat ihre Verbindung zur Edge verloren. Die Werte sind alt.',
  noValue: 'Kein Wert',
  skip: 'Zu den Geräten springen',
  version: (version, number) => `Version ${version} · Konfiguration ${number}`,
  downMessage: (edge, site, since, alarms) =>
    `${site}: Das Portal ist von der Edge ${edge} seit ${since} nicht erreichbar. ${alarms}`,
  alarmMessage: (edge, site, what) =>
    `${site}: ALARM ${what}. Gesendet von der Edge ${edge}, weil das Portal nicht erreichbar ist.`,
  backMessage: (edge, site, minutes) =>
    `${site}: Das Portal ist von der Edge ${edge} wieder erreichbar, nach ${counted(minutes, { one: 'Minute', other: 'Minuten' })}.`,
  activeNow: (list) => `Jetzt im Alarm: ${list}.`,
  noneActive: 'Kein Alarm steht an.',
};
