import { defineTexts } from './define-texts.ts';

/** Mails about warning rules: a change that waits for a second person, and rules that a change of units stopped. */
export const texts = defineTexts('proposal-mails', {
  subject: (device: string): string => `${device}: a change to warnings needs your approval`,
  text: (by: string): string =>
    `${by} proposed a change that loosens or removes warnings. The rules in force stay as they are until another manager has decided.`,
  site: 'Site',
  device: 'Device',
  reason: 'Reason',
  removed: 'Would be removed:',
  added: 'Would be added:',
  how: (device: string): string => `Open ${device}, then Setting, Edit Warnings: the proposal is above the rules.`,
  unitSubject: (device: string): string => `${device}: warnings cannot be evaluated`,
  unitText:
    'The unit of a sensor changed and cannot be converted to the unit in which these warnings were typed. Until somebody enters them again, they do not warn.',
  unitRules: 'Not evaluated:',
  unitHow: (device: string): string =>
    `Open ${device}, then Setting, Edit Warnings, and enter their values in the new unit.`,
  button: 'Open the devices of the site',
  foot: (site: string): string => `You get this mail because you manage ${site}.`,
});
