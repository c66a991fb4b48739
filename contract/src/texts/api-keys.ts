import type { KeyScope } from '../access.ts';
import { defineTexts } from './define-texts.ts';

const scopes: Readonly<Record<KeyScope, { readonly name: string; readonly about: string }>> = {
  live: { name: 'Live', about: 'live values and active alarms' },
  history: { name: 'History', about: 'graphs, records, CSV' },
  notifications: { name: 'Notifications', about: 'the log and active notifications' },
};

export const texts = defineTexts('api-keys', {
  title: 'API keys',
  about:
    'A key lets a program read the data you can see, but change nothing. It stops working when you lose that access.',
  back: 'User Settings',
  docs: 'How to call',
  make: 'New key',
  none: 'No keys yet',
  noneText: 'Create one for a program that reads data, such as a historian, a spreadsheet or your own screen.',
  failed: 'An error occured, please try again!',
  scopes,
  everything: 'Everything you can see',
  columns: {
    name: 'Name',
    reads: 'Can read',
    client: 'Client',
    used: 'Last used',
    ends: 'Expires',
    actions: 'Actions',
  },
  never: 'never',
  from: 'from',
  expired: 'Expired',
  inForce: 'Active',
  revoke: 'Revoke',
  revokeTitle: (name: string): string => `Revoke ${name}?`,
  revokeBody: 'Every program that uses it is rejected at once. A revoked key cannot be restored.',
  revoked: 'The key has been revoked',
  keep: 'Cancel',
  form: {
    title: 'New API key',
    name: 'Name',
    nameHelp: 'The program that uses it',
    nameMissing: 'Please input a name!',
    nameLong: 'Ensure this field has no more than 60 characters.',
    scopes: 'Can read',
    scopesMissing: 'Choose at least one kind of data.',
    client: 'Client',
    days: 'Expires after',
    password: 'Your password',
    passwordMissing: 'Please input your Password!',
    submit: 'CREATE KEY',
    cancel: 'CANCEL',
  },
  life: [
    { days: 30, text: '30 days' },
    { days: 90, text: '90 days' },
    { days: 365, text: '1 year' },
  ],
  fresh: {
    title: 'Your new key',
    once: 'Copy it now: it is shown only once.',
    copy: 'Copy key',
    copied: 'Key copied',
    call: 'Try it:',
    done: 'DONE',
  },
});
