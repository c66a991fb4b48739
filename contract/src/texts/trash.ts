import { counted, defineTexts } from './define-texts.ts';
/** Texts of the page of removed clients, sites and devices. */
export const texts = defineTexts('trash', {
  back: 'OEM Setting',
  title: 'Removed',
  about: 'Restoring also brings back what was removed with it. After 30 days the history is deleted.',
  kinds: { clients: 'Clients', sites: 'Sites', devices: 'Devices' },
  name: 'NAME',
  of: 'OF',
  at: 'REMOVED',
  left: 'LEFT',
  days: (days: number): string => counted(days, { one: 'day', other: 'days' }),
  restore: 'Restore',
  restored: (name: string): string => `${name} restored`,
  empty: 'Nothing was removed in the last 30 days',
  failed: 'An error occured, please try again!',
});
