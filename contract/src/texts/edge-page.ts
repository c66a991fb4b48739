import { counted, defineTexts } from './define-texts.ts';

const things = (count: number, one: string, other: string): string => counted(count, { one, other });

/** Texts of the page that an edge shows beside the devices, and of the messages that it sends itself. */
export const texts = defineTexts('edge-page', {
  title: (edge: string): string => `${edge} · Tocsin edge`,
  unclaimed: 'Unclaimed edge',
  own: 'This is the edge’s own view: what the devices here report. It evaluates no warnings, and nothing can be acknowledged here.',
  portalUp: 'The portal is responding.',
  portalDown: (since: string): string => `The portal has not responded since ${since}. Nobody sees these values there.`,
  portalNever: 'The portal has not responded since this program started. Nobody sees these values there.',
  notClaimed: 'This edge has not been claimed yet: start it with EDGE_CODE.',
  noDevices: 'No devices belong to this edge yet. Assign them in the portal, on the page Edges of the site.',
  alarms: (count: number): string => things(count, 'alarm', 'alarms'),
  noAlarms: 'No alarms',
  alarm: 'Alarm',
  since: (time: string): string => `since ${time}`,
  online: 'Online',
  offline: 'Offline',
  silent: 'Nothing received yet',
  lastFrame: (time: string): string => `Last frame ${time}`,
  queue: (records: number, used: string, bound: string): string =>
    `${things(records, 'record', 'records')} queued · queue ${used} of ${bound}`,
  full: 'The queue is full: devices are not acknowledged, and polls are missed.',
  stale: 'This page has lost its connection to the edge. The values are old.',
  noValue: 'No value',
  skip: 'Skip to the devices',
  version: (version: string, number: number): string => `Version ${version} · configuration ${number}`,
  downMessage: (edge: string, site: string, since: string, alarms: string): string =>
    `${site}: the portal has not been reachable from edge ${edge} since ${since}. ${alarms}`,
  alarmMessage: (edge: string, site: string, what: string): string =>
    `${site}: ALARM ${what}. Sent by edge ${edge}, because the portal cannot be reached.`,
  backMessage: (edge: string, site: string, minutes: number): string =>
    `${site}: the portal can be reached from edge ${edge} again, after ${things(minutes, 'minute', 'minutes')}.`,
  activeNow: (list: string): string => `In alarm now: ${list}.`,
  noneActive: 'No alarm is active.',
});
