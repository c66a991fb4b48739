import type { texts as English } from '../../texts/offline.ts';

const entries = (n: number): string => (n === 1 ? '1 Eintrag' : `${n} Einträge`);

export const texts: typeof English = {
  title: 'Wartet auf das Senden',
  about:
    'Liegt in diesem Browser, verschlüsselt, nur für Sie. Jeder Eintrag wird einmal gesendet, und nur, während Sie angemeldet sind.',
  bar: (n) => `${entries(n)}: noch nicht gesendet.`,
  show: 'Anzeigen',
  kinds: { round: 'Täglicher Rundgang', note: 'Notiz', task: 'Aufgabe abschließen' },
  written: (when) => `geschrieben ${when}`,
  states: { waiting: 'wartet auf das Netz', old: 'älter als 7 Tage: kann nur noch eine Notiz werden' },
  retry: 'Jetzt senden',
  remove: 'Entfernen',
  removeAsk: 'Diesen Eintrag entfernen?',
  removeAbout: 'Er wurde nicht gesendet. Nichts davon bleibt.',
  asNote: 'Als Notiz senden',
  noteText: (what, when, text) => `${what}, ohne Netz geschrieben ${when}${text === '' ? '' : `: ${text}`}`,
  others: (n) => `${entries(n)} einer anderen Person in diesem Browser.`,
  locked: (n) => `${entries(n)} von Ihnen, wieder sichtbar, sobald der Server erreichbar ist.`,
  kept: 'Kein Netz. Liegt in diesem Browser und wird später gesendet.',
  full: (most) => `Nicht behalten: ${most} Einträge warten schon. Verbinden Sie sich zuerst, um sie zu senden.`,
  cannotKeep: 'Kein Netz, und dieser Browser kann keine Einträge behalten. Nichts wurde gespeichert.',
  withoutNetwork: (device, received) => `ohne Netz geschrieben (Uhr des Geräts ${device}), empfangen ${received}`,
  signOutAsk: (n) => `Abmelden, obwohl ${entries(n)} nicht gesendet ${n === 1 ? 'ist' : 'sind'}?`,
  signOutAbout: 'Sie bleiben verschlüsselt in diesem Browser und werden gesendet, wenn Sie sich hier wieder anmelden.',
  refused: {
    format:
      'Von einer älteren Version dieser Seite geschrieben, die der Server nicht mehr liest. Schreiben Sie es neu, oder entfernen Sie es.',
    old: 'Älter als 7 Tage: kann nicht mehr als Rundgang aufgezeichnet werden. Es kann als Notiz gesendet werden.',
    roundDone: (machine, by, when) => `${by} hat den Rundgang an ${machine} an diesem Tag schon gemacht, ${when}.`,
    taskClosed: (what, by) => `„${what}“ wurde schon von ${by} abgeschlossen.`,
  },
};
