import { counted, defineTexts } from './define-texts.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minute', other: 'minutes' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** Texts of the page Edges of a site, and of the digest after an outage. */
export const texts = defineTexts('edges', {
  title: 'Edges',
  about: (site: string): string =>
    `An edge is a program beside the devices of ${site}. It stores their data while the line to the portal is down, and sends it afterwards.`,
  none: 'No edge yet',
  noneAbout:
    'Without an edge, devices send to the portal themselves. What they cannot store is lost while the line is down.',
  add: 'Add edge',
  name: 'Name',
  cancel: 'Cancel',
  once: 'Start the edge with this code within 24 hours. The code is shown only once and works once.',
  code: 'Code',
  command: 'Command',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Could not be copied. Select the text and copy it by hand.',
  states: {
    waiting: 'Not claimed yet',
    online: 'Online',
    behind: 'Catching up',
    full: 'Queue full',
    silent: 'Silent',
  },
  waitsUntil: (time: string): string => `Its code works until ${time}.`,
  codeOver: 'Its code has expired. Make a new one.',
  seen: (time: string): string => `Last heard ${time}`,
  neverSeen: 'Never heard',
  queue: (records: number, share: number): string =>
    `${counted(records, { one: 'record', other: 'records' })} wait, queue ${share} % full`,
  oldest: (time: string): string => `oldest from ${time}`,
  memory: (megabytes: number): string => `${megabytes} MB of memory`,
  version: (version: string): string => `version ${version}`,
  clock: (seconds: string): string => `system clock off by ${seconds} s`,
  refused: (count: number): string => counted(count, { one: 'record refused', other: 'records refused' }),
  damaged: (count: number): string => counted(count, { one: 'damaged record', other: 'damaged records' }),
  devices: 'Devices',
  noDevices: 'No devices. Assign those that send to this edge.',
  assign: 'Assign devices',
  assignAbout: 'Assigned devices send to this edge only. What they send to the portal directly is refused from now on.',
  save: 'Save',
  saved: 'Edge changed',
  gaps: 'Missed polls',
  gap: (device: string, from: string, to: string, polls: number): string =>
    `${device}: ${counted(polls, { one: 'poll', other: 'polls' })} missed from ${from} to ${to}, because the edge had no room`,
  newCode: 'New code',
  newCodeAsk: 'Make a new code?',
  newCodeAbout: 'The edge that uses it takes the place of the present one, which is cut off then.',
  rename: 'Rename',
  remove: 'Remove edge',
  removeAsk: (name: string): string => `Remove edge ${name}?`,
  removeAbout:
    'Its key ends at once, and its devices must send to the portal themselves. What waits in its queue is lost.',
  removed: 'Edge removed',
  failed: 'An error occured, please try again!',
  mail: {
    subject: (edge: string, late: number): string =>
      `Edge ${edge} is back: ${late === 0 ? 'no late events' : counted(late, { one: 'late event', other: 'late events' })}`,
    text: (edge: string, site: string, minutes: number): string =>
      `Edge ${edge} of ${site} could not reach the portal for ${minutesOf(minutes)}. Its data is complete now. Nobody was told of what happened meanwhile.`,
    nothing: 'No alarm and no warning began in this time.',
    more: (count: number): string => `and ${count} more in the log, marked late`,
    fact: (sensor: string, content: string): string => [sensor, content].filter((part) => part !== '').join(': '),
    button: 'Open the log',
    foot: (site: string): string => `You get this mail because you manage ${site}.`,
  },
});
