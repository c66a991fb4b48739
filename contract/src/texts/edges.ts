import { counted, defineTexts } from './define-texts.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minute', other: 'minutes' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** Texts of the page Edges of a site, and of the digest after an outage. */
export const texts = defineTexts('edges', {
  title: (site: string): string => `${site} - Edges`,
  heading: 'Edges',
  about:
    'An edge is a program beside the devices. It stores their data while the connection to the portal is down, and sends it afterwards.',
  pickSite: 'Pick a site to see its edges',
  toSites: 'Sites',
  notAllowed: 'Engineers and managers of the site see its edges.',
  none: 'No edge yet',
  noneAbout:
    'Without an edge, devices send to the portal themselves. What they cannot store is lost while the connection is down.',
  loadFailed: 'The edges could not be loaded.',
  add: 'Add edge',
  addTitle: 'Add edge',
  name: 'Name',
  nameHelp: 'Where it is installed, such as Head house.',
  noName: 'Please input a name',
  create: 'Create code',
  cancel: 'Cancel',
  close: 'Close',
  freshTitle: (edge: string): string => `Claim ${edge}`,
  once: 'Start the edge with this command within 24 hours. The code is shown only once and works once.',
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
  stateAbout: {
    full: 'It can store no more. Devices are not acknowledged, and polls are missed.',
    silent:
      'The portal has no contact with it. What its devices send arrives when it is back. The figures below are those of its last contact.',
    behind: 'Older records are being sent.',
  },
  waitsUntil: (time: string): string => `Its code works until ${time}.`,
  codeOver: 'Its code has expired. Create a new one.',
  madeBy: (name: string, time: string): string => `Added by ${name === '' ? 'a program' : name}, ${time}`,
  claimed: (time: string): string => `claimed ${time}`,
  facts: {
    seen: 'Last contact',
    queue: 'Queue',
    oldest: 'Oldest queued',
    clock: 'Clock offset',
    version: 'Version',
    memory: 'Memory',
    adapters: 'Adapters',
    maps: 'Payload maps',
    refused: 'Refused',
    notItsOwn: 'Not its own',
    damaged: 'Damaged',
    missed: 'Missed polls',
    started: 'Started',
    notifies: 'Own messages',
  },
  mapVersion: (name: string, version: number): string => `${name}, version ${version}`,
  asksFor: (version: string): string =>
    `Its devices need edge ${version}: update it. Until then it refuses what a payload map reads.`,
  notItsOwnAbout: 'Items of devices that did not belong to it at their time. Nothing was stored.',
  never: 'never',
  nothing: 'none',
  records: (count: number): string => counted(count, { one: 'record', other: 'records' }),
  share: (share: string, bound: string): string => `${share} of ${bound}`,
  queueFilled: 'Share of the queue in use',
  clockText: (seconds: string): string => `${seconds} s`,
  clockUnknown: 'not measured yet',
  clockAbout: 'Time of the portal minus the system clock of the edge. The edge corrects it by itself.',
  configuration: (number: number): string => `configuration ${number}`,
  adapterTexts: {
    http: (port: number): string => `HTTP on port ${port}`,
    mqtt: (port: number, sessions: number): string =>
      `MQTT and Sparkplug on port ${port}, ${counted(sessions, { one: 'session', other: 'sessions' })}`,
    noMqtt: 'MQTT off',
    modbus: (count: number): string => `Modbus, ${counted(count, { one: 'device', other: 'devices' })} polled`,
    noModbus: 'Modbus, no device polled',
  },
  notifies: 'on',
  notifiesNot: 'off',
  notifiesHow: 'set EDGE_NOTIFY_URL',
  sinceStart: 'since its start',
  devices: 'Devices',
  noDevices: 'No devices. Assign those that send to this edge.',
  assign: 'Assign devices',
  assignTitle: (edge: string): string => `Devices of ${edge}`,
  assignAbout: 'Assigned devices send to this edge only. What they send to the portal directly is refused from now on.',
  ofOther: (edge: string): string => `belongs to ${edge}`,
  noneToAssign: 'The site has no devices.',
  save: 'Save',
  saved: 'Edge changed',
  events: 'Events of the last 30 days',
  noEvents: 'No outage and no missed poll.',
  outage: (from: string, to: string, minutes: number): string =>
    `No contact from ${from} to ${to} (${minutesOf(minutes)})`,
  outageComing: 'Its data is still arriving.',
  outageOver: (late: number): string =>
    late === 0
      ? 'No late alarm or warning.'
      : `${counted(late, { one: 'late event', other: 'late events' })} in the log.`,
  gap: (device: string, from: string, to: string, polls: number): string =>
    `${device}: ${counted(polls, { one: 'poll', other: 'polls' })} missed from ${from} to ${to}`,
  gapAbout: 'The queue of the edge was full.',
  newCode: 'New code',
  newCodeAsk: (edge: string): string => `Create a new code for ${edge}?`,
  newCodeAbout: 'The edge that uses it replaces the current one, which is then disconnected.',
  rename: 'Rename',
  renameTitle: 'Rename edge',
  remove: 'Revoke',
  removeAsk: (name: string): string => `Revoke edge ${name}?`,
  removeAbout:
    'Its key stops working at once, and its devices must send to the portal themselves. What is still in its queue never reaches the portal.',
  removed: 'Edge revoked',
  failed: 'An error occured, please try again!',
  mail: {
    subject: (edge: string, late: number): string =>
      `Edge ${edge} is back: ${late === 0 ? 'no late events' : counted(late, { one: 'late event', other: 'late events' })}`,
    text: (edge: string, site: string, minutes: number): string =>
      `Edge ${edge} of ${site} could not reach the portal for ${minutesOf(minutes)}. Its data is complete now. Nobody was notified of what happened meanwhile.`,
    nothing: 'No alarm and no warning began in this time.',
    more: (count: number): string => `and ${count} more in the log, marked late`,
    fact: (sensor: string, content: string): string => [sensor, content].filter((part) => part !== '').join(': '),
    button: 'Open the log',
    foot: (site: string): string => `You get this mail because you manage ${site}.`,
  },
});
