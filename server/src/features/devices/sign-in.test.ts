import { DeviceId } from '@tocsin/contract/ids';
import { describe, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { codePurpose, hashCode } from './codes.ts';
import { addressRetentionMs, createSignIn, networkOf } from './sign-in.ts';

const start = Date.UTC(2026, 10, 20);
const day = 24 * 3_600_000;

function setUp() {
  const clock = drivenClock(start);
  const encryption = createEncryption('a secret of at least thirty-two characters', codePurpose);
  const known = new Map([
    ['WD000123', { deviceId: DeviceId.parse(7), codeHash: hashCode(encryption, 'WD000123', 'right') }],
    ['WD000124', { deviceId: DeviceId.parse(8), codeHash: hashCode(encryption, 'WD000124', 'right') }],
  ]);
  const storedAddresses: string[] = [];
  const signIn = createSignIn({
    clock,
    encryption,
    find: (serialNumber) => known.get(serialNumber),
    keepAddress: (serialNumber, address) => storedAddresses.push(`${serialNumber} ${address}`),
  });
  const wrong = (times: number, address: string, serialNumber = 'WD000123') =>
    Array.from({ length: times }, () => signIn.check(serialNumber, 'wrong', address).kind);
  return { clock, signIn, wrong, known, storedAddresses };
}

// meets: iec-62443-4-2 CR 1.2
describe('a device signs in', () => {
  // spec: decisions 4 unknown device or wrong code: refused
  it('refuses an unknown serial number, a wrong code, and a device that was removed, all alike', () => {
    const { signIn, known } = setUp();
    expect(signIn.check('nobody', 'right', '10.0.0.1')).toEqual({ kind: 'wrong' });
    expect(signIn.check('WD000123', 'wrong', '10.0.0.1')).toEqual({ kind: 'wrong' });
    expect(signIn.check('WD000123', '', '10.0.0.1')).toEqual({ kind: 'wrong' });
    known.delete('WD000124');
    expect(signIn.check('WD000124', 'right', '10.0.0.1')).toEqual({ kind: 'wrong' });
  });

  // spec: decisions 4 ten wrong codes in a minute for one address and serial number: refused for a minute
  it('looks at no code for a minute after ten wrong ones in a minute', () => {
    const { signIn, wrong, clock } = setUp();
    expect(wrong(10, '10.0.0.1')).toEqual(Array(10).fill('wrong'));
    expect(signIn.check('WD000123', 'right', '10.0.0.1')).toEqual({ kind: 'throttled', retryAfterMs: 60_000 });
    clock.advanceTo(start + 59_999);
    expect(signIn.check('WD000123', 'right', '10.0.0.1')).toEqual({ kind: 'throttled', retryAfterMs: 1 });
    clock.advanceTo(start + 60_000);
    expect(signIn.check('WD000123', 'right', '10.0.0.1')).toEqual({ kind: 'ok', deviceId: 7 });
  });

  it('does not affect other addresses and other devices at the same address', () => {
    const { signIn, wrong } = setUp();
    wrong(10, '10.0.0.1');
    expect(signIn.check('WD000123', 'right', '10.0.0.2').kind).toBe('ok');
    expect(signIn.check('WD000124', 'right', '10.0.0.1').kind).toBe('ok');
  });

  it('forgets wrong codes that lie more than a minute apart', () => {
    const { wrong, clock } = setUp();
    wrong(9, '10.0.0.1');
    clock.advanceTo(start + 60_000);
    expect(wrong(9, '10.0.0.1')).not.toContain('throttled');
  });

  it('counts an IPv6 network as one address, so that changing the last half gains nothing', () => {
    const { signIn, wrong } = setUp();
    for (let i = 1; i <= 10; i++) wrong(1, `2001:db8:1:2::${i}`);
    expect(signIn.check('WD000123', 'right', '2001:db8:1:2:9::1').kind).toBe('throttled');
    expect(signIn.check('WD000123', 'right', '2001:db8:1:3::1').kind).toBe('ok');
  });

  // spec: decisions 4 an address from which this device has signed in within 30 days has its own counter
  it('admits a device from its usual address while another one there guesses codes', () => {
    const { signIn, wrong, clock } = setUp();
    expect(signIn.check('WD000123', 'right', '2001:db8::7').kind).toBe('ok');
    wrong(12, '2001:db8::bad');
    expect(signIn.check('WD000123', 'right', '2001:db8::7').kind).toBe('ok');
    clock.advanceTo(start + addressRetentionMs + 1);
    wrong(12, '2001:db8::bad');
    expect(signIn.check('WD000123', 'right', '2001:db8::7').kind).toBe('throttled');
  });

  it('remembers addresses across a restart, and stores a new one once an hour', () => {
    const { signIn, wrong, clock, storedAddresses } = setUp();
    signIn.remember([{ serialNumber: 'WD000123', address: '2001:db8::7', seenAt: start - 29 * day }]);
    wrong(12, '2001:db8::bad');
    expect(signIn.check('WD000123', 'right', '2001:db8::7').kind).toBe('ok');
    signIn.check('WD000123', 'right', '2001:db8::7');
    expect(storedAddresses).toEqual(['WD000123 2001:db8::7']);
    clock.advanceTo(start + 3_600_000);
    signIn.check('WD000123', 'right', '2001:db8::7');
    expect(storedAddresses).toHaveLength(2);
  });
});

describe('the network of an address', () => {
  it('is the address itself for IPv4 and the /64 for IPv6, however written', () => {
    expect(networkOf('10.1.2.3')).toBe('10.1.2.3');
    expect(networkOf('::ffff:10.1.2.3')).toBe('10.1.2.3');
    expect(networkOf('2001:0db8:0001:0002:1:2:3:4')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8:1:2::4')).toBe('2001:db8:1:2::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });
});
