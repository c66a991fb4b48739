import { expect, it } from 'vitest';
import { waitText } from './retry-after-text.ts';

it.each([
  [0, 'Too many failed sign-ins. Please try again in one minute.'],
  [59, 'Too many failed sign-ins. Please try again in one minute.'],
  [61, 'Too many failed sign-ins. Please try again in 2 minutes.'],
  [900, 'Too many failed sign-ins. Please try again in 15 minutes.'],
  [3600, 'Too many failed sign-ins. Please try again in one hour.'],
  [5000, 'Too many failed sign-ins. Please try again in 2 hours.'],
])('says after %i s of waiting when to come back', (seconds, text) => {
  expect(waitText('Too many failed sign-ins. Please try again later.', seconds)).toBe(text);
});

it('adds the time to a text that does not mention one', () => {
  expect(waitText('Slow down', 120)).toBe('Slow down. Please try again in 2 minutes.');
});
