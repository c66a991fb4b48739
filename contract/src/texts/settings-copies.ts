import type { CopiedSetting } from '../settings-copies.ts';
import { counted, defineTexts } from './define-texts.ts';

const devices = (count: number): string => counted(count, { one: 'device', other: 'devices' });

const kinds: Readonly<Record<CopiedSetting, string>> = {
  names: 'Sensor names',
  images: 'Sensor images',
  types: 'Sensor types',
  rules: 'Warning rules',
  priorities: 'Priorities',
  responses: 'Response texts',
  roles: 'Wall, running and required sensors',
};

/** Texts about copying settings of a device to others. */
export const texts = defineTexts('settings-copies', {
  title: (device: string): string => `${device} - Copy Settings`,
  hint: 'The devices get the same settings as this one, in one step that can be undone. You see every difference first.',
  kinds,
  whatTitle: 'What to copy',
  toTitle: 'To which devices',
  find: 'Find a device',
  all: 'Choose all that fit',
  noTargets: 'You may edit no other device of this type.',
  noTargetsHint: 'Settings can be copied between devices of one client that have the same sensors.',
  show: 'Show the difference',
  difference: (count: number): string => `Difference: ${devices(count)} would change`,
  nothing: 'Nothing differs. These devices already have the same settings.',
  same: 'Already the same',
  refused: 'Cannot be copied',
  refusedSome: (count: number): string =>
    `${devices(count)} cannot get these settings. Leave them out, or change what is copied.`,
  leaveOut: 'Leave them out',
  loosens: 'Loosens or removes a rule',
  needsApproval: 'Loosened rules of this client need a second person’s approval. Everything else is copied at once.',
  sensor: 'Sensor',
  field: 'Setting',
  old: 'Now',
  new: 'After',
  none: 'none',
  fields: {
    name: 'Name',
    image: 'Image',
    type: 'Type',
    rule: 'Warning rule',
    priority: 'Priority',
    likely_cause: 'Likely cause',
    consequence: 'Consequence',
    what_to_do: 'What to do',
    respond_within_minutes: 'Respond within (min)',
    wall_sensor: 'Sensor on walls',
    running_sensor: 'Running sensor',
    running_above: 'Runs above',
    required: 'Required',
  },
  device: 'Device',
  ofRule: (field: string, rule: string): string => `${field} of rule: ${rule}`,
  more: 'Show more devices',
  copy: (count: number): string => `Copy to ${devices(count)}`,
  copied: (changed: number, proposed: number): string =>
    proposed === 0
      ? `Copied to ${devices(changed)}`
      : `Copied to ${devices(changed)}; the rules of ${devices(proposed)} wait for approval`,
  history: 'Copies made',
  noHistory: 'Nothing has been copied from this device yet.',
  copyOf: (what: string, to: string): string => `${what} to ${to}`,
  made: (by: string, at: string): string => `${by}, ${at}`,
  undone: (by: string, at: string): string => `Undone by ${by}, ${at}`,
  undo: 'Undo',
  undoTitle: 'Undo this copy?',
  undoBody: (count: number): string => `${devices(count)} get back what they had before.`,
  undoDone: (changed: number, proposed: number): string =>
    proposed === 0
      ? `Undone on ${devices(changed)}`
      : `Undone on ${devices(changed)}; the rules of ${devices(proposed)} wait for approval`,
  back: 'Back to the selection',
  self: 'This is the device that the settings are copied from.',
  unknown: 'There is no such device of this client that you may edit.',
  notAnnounced: 'It has not reported its sensors yet.',
  sourceNotAnnounced: 'This device has not reported its sensors yet.',
  otherType: (type: string): string => `It is a different type of device: ${type}.`,
  missing: (sensor: string): string => `Different layout: it has no sensor ${sensor}.`,
  additional: (sensor: string): string => `Different layout: it also has the sensor ${sensor}.`,
  different: (sensor: string): string => `Different layout: its sensor ${sensor} has a different type, unit or states.`,
  typesFirst: (sensor: string): string =>
    `Its sensor ${sensor} has a different type, unit or scale. Copy the sensor types too.`,
  rulesToo: (sensor: string): string =>
    `Its sensor ${sensor} gets a different scale and has warning rules. Copy the warning rules too.`,
  onlyNodes: 'Only ETH-NODE-1 and ETH-NODE-2 have sensor types to copy.',
  approvalOfScale: 'Its scale changes together with rules that need a second person. Set its sensor types first.',
  badRule: (rule: string, problem: string): string => `The rule '${rule}' does not fit: ${problem}`,
  anotherDifference: 'The settings have changed since. Look at the difference again.',
  cannot: (titles: string): string => `These devices cannot get the settings: ${titles}`,
  undoneAlready: 'This copy has already been undone.',
  changedSince: (titles: string): string =>
    `The copied settings have been changed since, on ${titles}. Change them back by hand, or keep them.`,
  gone: 'A device of this copy was removed, or you may not edit it.',
});
