import { expect, it } from 'vitest';
import { BusSigner, ReplayGuard, timeBoundMs } from './bus-sign.ts';

const secret = 'a secret of at least thirty-two characters';
const body = Buffer.from('take this');
const at = (now: number, its = secret) => new BusSigner(its, () => now);

it('accepts what another process with the same secret sent on this subject, byte by byte', () => {
  const message = at(1_000).sign('do.3.1', body);
  const verified = at(1_000).verify('do.3.1', message);
  expect(verified).toMatchObject({ kind: 'ok' });
  expect(verified.kind === 'ok' && verified.body.toString()).toBe('take this');
});

it('refuses another secret, another subject, every changed byte, and invalid messages', () => {
  const message = at(1_000).sign('do.3.1', body);
  expect(at(1_000, 'another secret of thirty-two characters!').verify('do.3.1', message).kind).toBe('unsigned');
  expect(at(1_000).verify('do.4.1', message).kind).toBe('unsigned');
  for (let i = 0; i < message.length; i++) {
    const changed = Buffer.from(message);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(at(1_000).verify('do.3.1', changed).kind).toBe('unsigned');
  }
  for (const length of [0, 1, 55])
    expect(at(1_000).verify('do.3.1', message.subarray(0, length)).kind).toBe('unsigned');
});

it('refuses messages older or newer than its limit, and reports the difference', () => {
  const message = at(1_000_000).sign('news.moved', body);
  expect(at(1_000_000 + timeBoundMs).verify('news.moved', message).kind).toBe('ok');
  expect(at(1_000_001 + timeBoundMs).verify('news.moved', message)).toEqual({
    kind: 'time',
    offByMs: -timeBoundMs - 1,
  });
  expect(at(999_999 - timeBoundMs).verify('news.moved', message)).toEqual({ kind: 'time', offByMs: timeBoundMs + 1 });
});

it('accepts an answer only for its own request', () => {
  const [requester, answers] = [at(1_000), at(1_000)];
  const [first, second] = [requester.sign('do.1.1', body), requester.sign('do.1.1', body)];
  const answer = answers.sign(answers.idOf(first), Buffer.from('done'));
  expect(requester.verify(requester.idOf(first), answer).kind).toBe('ok');
  expect(requester.verify(requester.idOf(second), answer).kind).toBe('unsigned');
  expect(requester.verify('do.1.1', answer).kind).toBe('unsigned');
});

it('recognizes repeated messages of each sender', () => {
  const [a, b] = [at(1_000), at(1_000)];
  const guard = new ReplayGuard();
  const [first, second] = [a.sign('x', body), a.sign('x', body)];
  expect(guard.isNew(a.idOf(first))).toBe(true);
  expect(guard.isNew(a.idOf(first))).toBe(false);
  expect(guard.isNew(a.idOf(second))).toBe(true);
  expect(guard.isNew(a.idOf(first))).toBe(false);
  expect(guard.isNew(b.idOf(b.sign('x', body)))).toBe(true);
});
