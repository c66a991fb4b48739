import { expect, it } from 'vitest';
import { heldBackWords } from './held-back-words.ts';

const now = Date.parse('2026-11-20T20:00:00Z');
const zone = 'America/Chicago';

it('says until when something is shelved and by whom, with the day if it is not today', () => {
  const held = { kind: 'shelved', until: now + 3_600_000, by: 'Pat Hill', reason: '' } as const;
  expect(heldBackWords(held, zone, now)).toEqual({
    icon: 'clock',
    short: 'Shelved until 15:00 CST',
    full: 'Shelved until 15:00 CST by Pat Hill',
  });
  const long = { ...held, until: now + 86_400_000 };
  expect(heldBackWords(long, zone, now).short).toBe('Shelved until 21 Nov 2026 14:00 CST');
});

it('says the day of the review of what is out of service, why and who', () => {
  const until = Date.parse('2026-12-01T06:00:00Z');
  const held = { kind: 'out_of_service', until, by: 'Kim Lee', reason: 'Cable cut' } as const;
  expect(heldBackWords(held, zone, now)).toEqual({
    icon: 'lock',
    short: 'Out of service, review 1 Dec 2026',
    full: 'Out of service: Cable cut, Kim Lee; review 1 Dec 2026',
  });
  expect(heldBackWords({ ...held, reason: '' }, zone, now).full).toContain('no reason given');
});
