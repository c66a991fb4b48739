import { counted, defineTexts } from './define-texts.ts';

/** Texts of the daily heartbeat e-mail. */
export const texts = defineTexts('heartbeat-mail', {
  states: {
    ok: 'All is well',
    unknown: 'Some figures could not be read',
    warning: 'Something needs attention',
    alarm: 'Something is wrong',
  },
  partStates: { ok: 'OK', unknown: 'Unknown', warning: 'Warning', alarm: 'Alarm' },
  aliveAt: (time: string, zone: string): string => `Tocsin was alive at ${time} (${zone}).`,
  records: (records: number, devices: number, value: string): string =>
    `Check value of ${counted(records, { one: 'proof test record', other: 'proof test records' })} on ${counted(devices, { one: 'device', other: 'devices' })}: ${value}. Keep this mail: it shows whether a record was rewritten later.`,
  audit: (day: string, value: string): string =>
    `Check value of the audit log up to ${day} (UTC): ${value}. Keep this mail: it shows whether a row was rewritten or removed later.`,
  button: 'Open health',
  next: (hour: number): string =>
    `The next one comes tomorrow at ${hour}:00. If it does not, check the server: nothing else will alert you.`,
  subject: 'I am alive',
  subjectBut: (state: string): string => `I am alive, but: ${state.toLowerCase()}`,
  reason: 'You get this mail because an operator asked for it on the health page.',
});
