import { counted, defineTexts } from './define-texts.ts';

/** Texts of components that belong to no feature. */
export const texts = defineTexts('ui', {
  loading: 'Loading...',
  again: 'Try again',
  close: 'Close',
  clear: 'Clear',
  cancel: 'Cancel',
  cancelForm: 'CANCEL',
  notSaved: 'Nothing was saved: the portal could not be reached. What you typed is still here.',
  newerVersion: 'Show the newer version',
  leave: 'Your changes are not saved. Leave this page?',
  wentWrong: 'Something went wrong. Please try to refresh the page',
  notLoaded:
    'No connection to the server. This page was not opened before, so it cannot be shown yet. It opens by itself when the connection is back.',
  noSuchPage: 'There is no such page',
  toStart: 'Go to the start',
  nothingFound: 'Nothing found',
  removal: {
    title: (kind: string, name: string): string => `Remove ${kind} ${name}?`,
    all: 'Remove all of it',
    remove: 'Remove',
    dependents: 'Also removed:',
    sites: (count: number): string => counted(count, { one: 'site', other: 'sites' }),
    devices: (count: number): string => counted(count, { one: 'device', other: 'devices' }),
    usedIn: (schemas: string): string => `used in ${schemas}`,
    typeName: (name: string): string => `Type the name: ${name}`,
    restorable: 'The operator can bring it back within 30 days; then its history is deleted.',
  },
  ago: (span: string): string => `${span} ago`,
  now: 'now',
  never: 'never',
  since: (moment: string): string => `since ${moment}`,
  fromTo: (from: string, to: string): string => `${from} to ${to}`,
  lasting: (span: string): string => `for ${span}`,
  chartKeys: {
    zoom: ['Drag', 'Zoom into a graph'],
    whole: ['Double click', 'The whole graph again'],
    wheel: ['Ctrl and wheel', 'Zoom a graph'],
    pan: ['Shift and drag', 'Move along a graph'],
  },
  summary: {
    lastFrame: 'Last frame',
    never: 'none yet',
    active: 'Active now',
    counts: (alarms: number, warnings: number): string =>
      [
        alarms > 0 && counted(alarms, { one: 'alarm', other: 'alarms' }),
        warnings > 0 && counted(warnings, { one: 'warning', other: 'warnings' }),
      ]
        .filter(Boolean)
        .join(', ') || 'nothing',
    proof: 'Proof tested',
    none: 'nothing to test',
  },
});
