import { keyLimits } from '@tocsin/contract/api-keys';
import { describe, expect, it } from 'vitest';
import { createKeyPace } from './key-pace.ts';

describe('the pace of keys', () => {
  it(`refuses one past ${keyLimits.perMinute} calls a minute, says when it may go on, and leaves the others alone`, () => {
    let now = 45_000;
    const pace = createKeyPace(() => now);
    for (let n = 0; n < keyLimits.perMinute; n++) pace(1);
    expect(() => pace(1)).toThrow(expect.objectContaining({ code: 'too-many', more: { retryAfterSeconds: 15 } }));
    expect(() => pace(2)).not.toThrow();
    now = 60_000;
    expect(() => pace(1)).not.toThrow();
  });
});
