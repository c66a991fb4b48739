import { PayloadMap } from '@tocsin/contract/payload-map';
import { describe, expect, it } from 'vitest';
import { shippedMaps } from './shipped-maps.ts';

describe('shipped maps', () => {
  it.each(shippedMaps.map((shipped) => [shipped.code, shipped] as const))('%s is a map', (_, { map, samples }) => {
    expect(PayloadMap.safeParse(map).error?.issues).toBeUndefined();
    expect(samples.length).toBeGreaterThan(0);
  });
});
