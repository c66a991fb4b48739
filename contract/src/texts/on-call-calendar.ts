import { defineTexts } from './define-texts.ts';

export const texts = defineTexts('on-call-calendar', {
  name: 'On call',
  summary: (rotation: string): string => `On call: ${rotation}`,
  turn: 'Your turn in the rotation.',
  override: 'Your override.',
  heading: 'Calendar of your duties',
  about:
    'A secret address by which a calendar program reads when you are on call. Whoever has it can read your duties.',
  make: 'Make an address',
  again: 'Make a new address',
  revoke: 'Revoke',
  revoked: 'The address is revoked.',
  made: (at: string): string => `Made ${at}`,
  used: (at: string): string => `last read ${at}`,
  unused: 'not read yet',
  once: 'Copy it now: it is shown once. It replaces the address before.',
  address: 'Address of your calendar',
  copy: 'Copy',
  copied: 'Copied',
});
