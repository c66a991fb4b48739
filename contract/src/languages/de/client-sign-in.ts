import type { texts as English } from '../../texts/client-sign-in.ts';

export const texts: typeof English = {
  title: (company) => `${company} - Anmeldung`,
  back: 'Kunden bearbeiten',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  sessions: {
    title: 'Sitzungen',
    about:
      'Grenzen für die Personen dieses Kunden. Für eine Person mehrerer Kunden gelten die strengsten von allen. Betreiberpersonal und Wandanzeigen sind nicht betroffen.',
    idle: 'Sitzung ohne Eingabe beenden nach (Minuten)',
    idleHelp: '5 bis 1440. Leer: nach 24 Stunden ohne jede Nutzung; eine offene Seite zählt als Nutzung.',
    lifetime: 'Jede Sitzung beenden nach (Stunden)',
    lifetimeHelp: '1 bis 2160. Leer: nach 90 Tagen.',
    number: 'Gleichzeitige Sitzungen einer Person',
    numberHelp: '1 bis 100; eine weitere Anmeldung beendet die am längsten ungenutzte Sitzung. Leer: unbegrenzt.',
    save: 'SPEICHERN',
    saved: 'Sitzungsgrenzen gespeichert',
  },
};
