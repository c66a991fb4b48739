import { defineTexts } from './define-texts.ts';

/** Texts of printed labels, and of the page that a scanned one opens. */
export const texts = defineTexts('labels', {
  print: 'QR labels',
  title: 'QR labels',
  about: 'The code holds an address and no secret. Who scans it signs in first.',
  what: 'Devices and machines',
  all: 'All',
  kinds: { device: 'device', machine: 'machine' },
  format: 'Sheet or label',
  make: 'Make the PDF',
  notScanned: (n: number): string =>
    n === 1 ? '1 was not scanned since it was printed' : `${n} were not scanned since they were printed`,
  scanned: (when: string, who: string): string => `scanned ${when}, ${who}`,
  notYet: 'not scanned yet',
  neverPrinted: 'never printed',
  example: 'As it will be printed, each with a code of its own.',
  opens: 'Live values, daily round, test, out of service',
  danger: 'Danger? Press the stop button.',
  page: {
    place: (site: string): string => `${site}, by label`,
    gone: 'This label opens nothing. What it was printed for was removed, or you have no access to it.',
    noValues: 'Nothing was sent yet.',
    offline: 'The device is offline.',
    asOf: (when: string): string => `As of ${when}`,
    allOk: (n: number): string => `All ${n} sensors OK`,
    others: (n: number): string => `${n} other values`,
    test: 'Test',
    note: 'Note',
    notePlaceholder: 'What the next person should know',
    addNote: 'Add note',
    noteAdded: 'Note added.',
    needsServer:
      'Rounds, notes and closing tasks work without a network. Tests, out of service, acknowledging and shelving need the server.',
  },
});
