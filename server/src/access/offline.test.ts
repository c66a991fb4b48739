import { describe, expect, it } from 'vitest';
import { presentOffline } from './offline.ts';

const deviceAt = new Date(Date.UTC(2026, 10, 29, 7, 49));
/** Received so long after it was written, by a device whose clock is 5 s behind. */
const received = (delayMs: number) => presentOffline(deviceAt, 5_000, new Date(deviceAt.getTime() + 5_000 + delayMs));

describe('an entry of a person at work', () => {
  it('was sent as it was written when both are within a minute, whichever clock was read first', () => {
    for (const delayMs of [-59_000, -3, 0, 3, 59_000]) expect(received(delayMs)).toBeNull();
    expect(presentOffline(null, null, deviceAt)).toBeNull();
  });

  it('was written without a network when it came later, or from a clock that cannot be right', () => {
    expect(received(61_000)).toEqual({
      device_at: '2026-11-29T07:49:00.000Z',
      offset_ms: 5_000,
      received_at: '2026-11-29T07:50:06.000Z',
    });
    expect(received(-61_000)).not.toBeNull();
  });
});
