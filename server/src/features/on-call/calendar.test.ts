import { describe, expect, it } from 'vitest';
import { calendarOf, escapeText, fold } from './calendar.ts';

const unfolded = (text: string): string[] => text.replace(/\r\n /g, '').split('\r\n');

describe('a calendar', () => {
  it('lets no name add lines of its own', () => {
    const name = 'Nights\r\nEND:VCALENDAR;x,\\y\u0007';
    expect(escapeText(name)).toBe('Nights\\nEND:VCALENDAR\\;x\\,\\\\y');
    const duty = { uid: 'a@tocsin', from: 0, to: 60_000, title: name, place: name, about: name };
    const lines = unfolded(calendarOf(name, [duty], 0));
    expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1);
  });

  it('folds at 75 octets and never within a character', () => {
    const line = `SUMMARY:${'ü€🚨'.repeat(40)}`;
    const folded = fold(line);
    for (const part of folded.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
    expect(folded.replace(/\r\n /g, '')).toBe(line);
  });

  it('has every duty in UTC, with line ends as RFC 5545 asks', () => {
    const from = Date.parse('2026-11-01T07:00:00Z');
    const duty = { uid: 'a@tocsin', from, to: from + 3_600_000, title: 'Nights', place: 'Mill', about: 'On call' };
    const text = calendarOf('On call', [duty], from);
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    expect(unfolded(text)).toEqual(
      expect.arrayContaining(['DTSTART:20261101T070000Z', 'DTEND:20261101T080000Z', 'UID:a@tocsin', 'SUMMARY:Nights']),
    );
  });
});
