import { describe, expect, it } from 'vitest';
import { daysLeft } from './model.ts';

describe('a removed item', () => {
  const day = 86_400_000;
  it('is kept for 30 days', () => {
    expect(daysLeft('2026-11-01T00:00:00.000Z', Date.parse('2026-11-01T01:00:00Z'))).toBe(30);
    expect(daysLeft('2026-11-01T00:00:00.000Z', Date.parse('2026-11-01T00:00:00Z') + 29.5 * day)).toBe(1);
    expect(daysLeft('2026-11-01T00:00:00.000Z', Date.parse('2026-11-01T00:00:00Z') + 40 * day)).toBe(0);
  });
});
