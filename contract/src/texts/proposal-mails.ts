import { defineTexts } from './define-texts.ts';

/** The mail about a change of warning rules that waits for a second person. */
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
  button: 'Open the devices of the site',
  foot: (site: string): string => `You get this mail because you manage ${site}.`,
});
