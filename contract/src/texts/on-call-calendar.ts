import { defineTexts } from './define-texts.ts';

export const texts = defineTexts('on-call-calendar', {
  name: 'On call',
  summary: (rotation: string): string => `On call: ${rotation}`,
  turn: 'Your turn in the rotation.',
  override: 'Your override.',
  heading: 'On-call calendar',
  about:
    'A secret address from which a calendar program reads when you are on call. Anyone who has it can read your duties.',
  make: 'Create an address',
  again: 'Create a new address',
  revoke: 'Revoke',
  revoked: 'The address has been revoked.',
  made: (at: string): string => `Created ${at}`,
  used: (at: string): string => `last read ${at}`,
  unused: 'not read yet',
  once: 'Copy it now: it is shown only once. It replaces the previous address.',
  address: 'Address of your calendar',
  copy: 'Copy',
  copied: 'Copied',
});
