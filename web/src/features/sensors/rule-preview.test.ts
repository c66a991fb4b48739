import type { GraphPoint } from '@tocsin/contract/graphs';
import { describe, expect, it } from 'vitest';
import { previewSpans } from './rule-preview.ts';

const points = (...values: (number | null)[]): GraphPoint[] => values.map((value, i) => [i * 60_000, value, false, '']);
const rule = { sign: '>', value: 65, delayMs: 0, offDelayMs: 0, deadband: 0 } as const;

describe('the preview of a value rule', () => {
  it('warns while the value is beyond the limit', () => {
    expect(previewSpans(points(60, 70, 70, 60), rule)).toEqual([{ from: 60_000, to: 180_000 }]);
  });

  it('waits for the delay, and ends beyond the deadband', () => {
    const delayed = { ...rule, delayMs: 120_000, deadband: 5 };
    expect(previewSpans(points(70, 70, 70, 62, 60, 60), delayed)).toEqual([{ from: 120_000, to: 240_000 }]);
  });

  it('is still warning at the end, and counts a value until the gap only', () => {
    expect(previewSpans(points(70, null, 70, 70), { ...rule, delayMs: 60_000 })).toEqual([
      { from: 120_000, to: 180_000 },
    ]);
  });
});
