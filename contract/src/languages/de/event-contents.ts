import type { texts as English } from '../../texts/event-contents.ts';

export const texts: typeof English = {
  online: 'Das Gerät ist online',
  ended: 'Sitzung beendet',
  silent: (seconds) => `Keine Daten seit ${seconds} s`,
  death: 'Abmeldung des Geräts',
  started: 'Gerät neu gestartet',
  startedBoot: (boot) => `Gerät neu gestartet (Start ${boot})`,
  noData: 'Der Sensor sendet keine Daten',
  notListed: 'Der Sensor wird nicht mehr gemeldet',
  noStatus: 'Kein Status',
  cleared: 'Alarm beendet',
  lostNode: 'Verbindung verloren',
  shelved: (time, who, reason) => `Für ${time} zurückgestellt von ${who}: ${reason}`,
  shelvedLonger: (time, who) => `Um ${time} länger zurückgestellt von ${who}`,
};
