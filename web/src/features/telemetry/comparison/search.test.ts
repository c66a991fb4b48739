import { describe, expect, it } from 'vitest';
import { comparisonSearch, sensorsOf } from './search.ts';

describe('the address of a comparison', () => {
  it('leaves out invalid paths, duplicates, and sensors beyond the eighth', () => {
    expect(comparisonSearch({ sensors: 5 })).toEqual({});
    expect(comparisonSearch({ sensors: 'left,0.a.b,7.left,,<b>' })).toEqual({});
    expect(sensorsOf({ sensors: '7.a.b,7.a.b,8.a.c.d' })).toEqual(['7.a.b', '8.a.c.d']);
    const ten = Array.from({ length: 10 }, (_, at) => `7.a.s${at}`).join(',');
    expect(sensorsOf({ sensors: ten })).toHaveLength(8);
  });

  it('has either a timescale or a range, and a zoom in it', () => {
    expect(comparisonSearch({ sensors: '7.a.b', timescale: 'week' })).toEqual({ sensors: '7.a.b', timescale: 'week' });
    expect(comparisonSearch({ timescale: 'year' })).toEqual({});
    expect(comparisonSearch({ timescale: 'week', start: 5, end: 9, from: 6, to: 7 })).toEqual({
      start: 5,
      end: 9,
      from: 6,
      to: 7,
    });
    expect(comparisonSearch({ start: 9, end: 5, earlier: 'week' })).toEqual({});
  });
});
