import { defineTexts } from './define-texts.ts';

/** Texts about passkeys: signing in, verifying a session, and a person's own list. */
export const texts = defineTexts('passkeys', {
  signIn: {
    title: 'Sign in with a passkey',
    about: 'Your device asks for its PIN, a fingerprint or your face. No password and no code are needed.',
    button: 'USE A PASSKEY',
    password: 'Sign in with your password',
  },
  verify: { button: 'Use a passkey' },
  whyNot: {
    address: 'Passkeys work with HTTPS or localhost only, and not at an IP address. This portal has no such address.',
    elsewhere: (origin: string): string => `Passkeys work at ${origin} only. Open the portal there.`,
    browser: 'This browser has no passkeys.',
  },
  failed: 'The passkey was not used. Please try again.',
  own: {
    title: 'Passkeys',
    about: 'A passkey is a key on your device or your key ring. It signs you in, and it is a second factor.',
    none: 'You have no passkey yet.',
    used: 'last used',
    never: 'never used',
    add: 'Add a passkey',
    name: 'Name, such as the device',
    nameMissing: 'Please input a name!',
    password: 'Your password',
    passwordMissing: 'Please enter your password',
    create: 'CREATE',
    cancel: 'CANCEL',
    created: 'Passkey added',
    rename: 'Rename',
    save: 'SAVE',
    renamed: 'Passkey renamed',
    remove: 'Remove',
    removeTitle: (name: string): string => `Remove the passkey '${name}'?`,
    removeAbout: 'It no longer signs you in. Without any second factor, your recovery codes end too.',
    removed: 'Passkey removed',
  },
});
