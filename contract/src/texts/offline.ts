import { defineTexts } from './define-texts.ts';

const entries = (n: number): string => (n === 1 ? '1 entry' : `${n} entries`);

/** Texts of what was written without a network and waits in the browser. */
export const texts = defineTexts('offline', {
  title: 'Waiting to be sent',
  about: 'Kept in this browser, encrypted, for you alone. Each is sent once, and only while you are signed in.',
  bar: (n: number): string => `${entries(n)} waiting to be sent.`,
  show: 'Show',
  kinds: { round: 'Daily round', note: 'Note', task: 'Close task' },
  written: (when: string): string => `written ${when}`,
  states: { waiting: 'waits for the network', old: 'older than 7 days: it can only become a note' },
  retry: 'Send now',
  remove: 'Remove',
  removeAsk: 'Remove this entry?',
  removeAbout: 'It was not sent. Nothing of it stays.',
  asNote: 'Send as a note',
  noteText: (what: string, when: string, text: string): string =>
    `${what}, written without a network ${when}${text === '' ? '' : `: ${text}`}`,
  others: (n: number): string => `${entries(n)} of somebody else in this browser.`,
  locked: (n: number): string => `${entries(n)} of yours, shown again when the server can be reached.`,
  kept: 'No network. Kept in this browser, and sent later.',
  full: (most: number): string => `Not kept: ${most} entries wait already. Connect to send them first.`,
  cannotKeep: 'No network, and this browser cannot keep entries. Nothing was saved.',
  withoutNetwork: (device: string, received: string): string =>
    `written without a network (device clock ${device}), received ${received}`,
  signOutAsk: (n: number): string => `Sign out with ${entries(n)} not sent?`,
  signOutAbout: 'They stay in this browser, encrypted, and are sent when you sign in here again.',
  /** Why the server did not take an entry. */
  refused: {
    format:
      'It was written by an older version of this page, which the server no longer reads. Write it again, or remove it.',
    old: 'It is older than 7 days and can no longer be recorded as a round. It can be sent as a note.',
    roundDone: (machine: string, by: string, when: string): string =>
      `${by} already made the round at ${machine} on that day, ${when}.`,
    taskClosed: (what: string, by: string): string => `"${what}" was already closed by ${by}.`,
  },
});
