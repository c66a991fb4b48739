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
    address:
      'Passkeys work only with HTTPS or on localhost, and not at an IP address. This portal has no suitable address.',
    elsewhere: (origin: string): string => `Passkeys work only at ${origin}. Open the portal there.`,
    browser: 'This browser does not support passkeys.',
  },
  failed: 'The passkey was not used. Please try again.',
  own: {
    title: 'Passkeys',
    about:
      'A passkey is a key on your device or in your password manager. It signs you in, and it also serves as a second factor.',
    none: 'You have no passkey yet.',
    used: 'last used',
    never: 'never used',
    add: 'Add a passkey',
    name: 'Name, for example of the device',
    nameMissing: 'Please input a name!',
    password: 'Your password',
    passwordMissing: 'Please enter your password',
    askAbout: 'Enter your password: whoever uses this browser must not be able to do this for you.',
    create: 'CREATE',
    cancel: 'CANCEL',
    created: 'Passkey added',
    rename: 'Rename',
    save: 'SAVE',
    renamed: 'Passkey renamed',
    remove: 'Remove',
    removeTitle: (name: string): string => `Remove the passkey '${name}'?`,
    removeAbout: 'It no longer signs you in. If it is your last second factor, your recovery codes are removed too.',
    removed: 'Passkey removed',
  },
});
