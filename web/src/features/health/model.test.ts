import type { HealthFigure } from '@tocsin/contract/health';
import { describe, expect, it } from 'vitest';
import { addressesOf, bytesText, limitText, valueText } from './model.ts';

const figure = (over: Partial<HealthFigure>): HealthFigure => ({
  metric: 'mails_queued',
  value: 0,
  unit: 'count',
  standing: 'ok',
  warning: null,
  alarm: null,
  worse: 'above',
  ...over,
});

describe('a figure of the health page', () => {
  it.each([
    [{ unit: 'count', value: 1234567 }, '1,234,567'],
    [{ unit: 'bytes', value: 1_500_000 }, '1.5 MB'],
    [{ unit: 'seconds', value: 0.04 }, '40 ms'],
    [{ unit: 'share', value: 0.005 }, '0.5 %'],
    [{ unit: 'yes', value: 1 }, 'yes'],
    [{ value: null }, 'not known'],
  ] as const)('%j says %s', (over, text) => {
    expect(valueText(figure(over))).toBe(text);
  });

  it('names its limits and their side', () => {
    expect(limitText(figure({ unit: 'seconds', warning: 2, alarm: 10 }))).toBe('warning above 2 s, alarm above 10 s');
    expect(limitText(figure({ unit: 'share', alarm: 0.1, worse: 'below' }))).toBe('alarm at or below 10 %');
    expect(limitText(figure({}))).toBe('');
  });

  it('shows bytes in steps of a thousand', () => {
    expect([bytesText(0), bytesText(999), bytesText(25_000), bytesText(3e12)]).toEqual([
      '0 B',
      '999 B',
      '25 kB',
      '3.0 TB',
    ]);
  });
});

describe('typed addresses', () => {
  it('are separated by lines or commas', () => {
    expect(addressesOf(' a@x.example\nb@x.example, c@x.example ')).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
    ]);
  });
});
