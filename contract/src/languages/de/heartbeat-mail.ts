import type { texts as English } from '../../texts/heartbeat-mail.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  states: {
    ok: 'Alles in Ordnung',
    unknown: 'Einige Werte konnten nicht gelesen werden',
    warning: 'Etwas sollte angesehen werden',
    alarm: 'Etwas stimmt nicht',
  },
  partStates: { ok: 'OK', unknown: 'Unbekannt', warning: 'Warnung', alarm: 'Alarm' },
  aliveAt: (time, zone) => `Tocsin lief am ${time} (${zone}).`,
  records: (records, devices, value) =>
    `Prüfwert über ${counted(records, { one: 'Prüfungsnachweis', other: 'Prüfungsnachweise' })} an ${counted(devices, { one: 'Gerät', other: 'Geräten' })}: ${value}. Bewahren Sie diese E-Mail auf: Sie zeigt, ob ein Nachweis danach umgeschrieben wurde.`,
  audit: (day, value) =>
    `Prüfwert des Änderungsprotokolls bis ${day} (UTC): ${value}. Bewahren Sie diese E-Mail auf: Sie zeigt, ob danach eine Zeile umgeschrieben oder entfernt wurde.`,
  button: 'Systemzustand öffnen',
  next: (hour) =>
    `Die nächste kommt morgen um ${hour}:00 Uhr. Kommt sie nicht, prüfen Sie den Server: Sonst warnt Sie nichts.`,
  subject: 'Lebenszeichen',
  subjectBut: (state) => `Lebenszeichen, aber: ${state}`,
  reason: 'Sie erhalten diese E-Mail, weil ein Betreiber sie auf der Seite Systemzustand angefordert hat.',
};
