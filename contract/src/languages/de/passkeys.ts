import type { texts as English } from '../../texts/passkeys.ts';

export const texts: typeof English = {
  signIn: {
    title: 'Mit einem Passkey anmelden',
    about:
      'Ihr Gerät fragt nach seiner PIN, einem Fingerabdruck oder Ihrem Gesicht. Passwort und Code sind nicht nötig.',
    button: 'PASSKEY VERWENDEN',
    password: 'Mit Ihrem Passwort anmelden',
  },
  verify: { button: 'Passkey verwenden' },
  whyNot: {
    address:
      'Passkeys funktionieren nur mit HTTPS oder localhost und nicht unter einer IP-Adresse. Dieses Portal hat keine solche Adresse.',
    elsewhere: (origin) => `Passkeys funktionieren nur unter ${origin}. Öffnen Sie das Portal dort.`,
    browser: 'Dieser Browser kann keine Passkeys.',
  },
  failed: 'Der Passkey wurde nicht verwendet. Bitte versuchen Sie es erneut.',
  own: {
    title: 'Passkeys',
    about:
      'Ein Passkey ist ein Schlüssel auf Ihrem Gerät oder in Ihrem Passwortmanager. Er meldet Sie an und ist ein zweiter Faktor.',
    none: 'Sie haben noch keinen Passkey.',
    used: 'zuletzt genutzt',
    never: 'nie genutzt',
    add: 'Passkey hinzufügen',
    name: 'Name, etwa der des Geräts',
    nameMissing: 'Bitte geben Sie einen Namen ein!',
    password: 'Ihr Passwort',
    passwordMissing: 'Bitte geben Sie Ihr Passwort ein',
    askAbout: 'Geben Sie Ihr Passwort ein: Wer diesen Browser benutzt, soll das nicht für Sie tun können.',
    create: 'ERSTELLEN',
    cancel: 'ABBRECHEN',
    created: 'Passkey hinzugefügt',
    rename: 'Umbenennen',
    save: 'SPEICHERN',
    renamed: 'Passkey umbenannt',
    remove: 'Entfernen',
    removeTitle: (name) => `Passkey ‚${name}‘ entfernen?`,
    removeAbout: 'Er meldet Sie nicht mehr an. Ohne zweiten Faktor enden auch Ihre Wiederherstellungscodes.',
    removed: 'Passkey entfernt',
  },
};
