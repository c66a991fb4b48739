import type { texts as English } from '../../texts/gateways.ts';

export const texts: typeof English = {
  title: 'Gateway-Zugang',
  about: (site) =>
    `Wer sich mit diesem Zugang anmeldet (ein Sparkplug-Edge-Node, ein Gateway oder ein LoRaWAN-Server wie ChirpStack oder The Things Stack), darf für jedes Gerät von ${site} senden und für keine anderen. Einzelne Geräte brauchen ihn nicht: Sie melden sich mit Seriennummer und Code an.`,
  next: 'Legen Sie den Zugang an und tragen Sie ihn im Gateway ein. Was das Gateway dann für unbekannte Geräte sendet, wartet unter Gerät hinzufügen.',
  none: 'Dieser Standort hat keinen Gateway-Zugang.',
  standing: (name, by) => `Benutzername ${name}, angelegt von ${by || 'einer Person'},`,
  once: 'Das Passwort wird nur einmal gezeigt. Tragen Sie es jetzt im Edge-Node, Gateway oder Server ein.',
  username: 'Benutzername',
  password: 'Passwort',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Konnte nicht kopiert werden. Markieren Sie den Text, und kopieren Sie ihn von Hand.',
  make: 'Zugang anlegen',
  anew: 'Zugang ersetzen',
  anewAsk: 'Zugang ersetzen?',
  anewAbout: 'Der alte Zugang gilt sofort nicht mehr: Seine Edge-Nodes sind getrennt, bis sie das neue Passwort haben.',
  remove: 'Zugang widerrufen',
  removeAsk: 'Zugang widerrufen?',
  removeAbout: 'Seine Edge-Nodes werden sofort getrennt, und ihre Geräte gehen offline.',
  removed: 'Zugang widerrufen',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  modbus: {
    title: 'Modbus-Netze',
    about:
      'Geräte mit Modbus werden nur in diesen Netzen abgefragt. Der Betreiber gibt sie einem Standort; ohne eigene Netze werden Geräte mit gedrucktem Code in den Netzen der Installation abgefragt, andere nur, solange es einen einzigen Kunden gibt.',
    label: 'Netze, eines nach dem anderen; leer: keine eigenen',
    none: 'Der Betreiber hat diesem Standort keine eigenen gegeben.',
    save: 'Netze speichern',
    saved: 'Netze gespeichert',
  },
};
