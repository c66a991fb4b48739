import { DeviceId } from '@tocsin/contract/ids';
import { expect, it } from 'vitest';
import { Refusal } from '../platform/errors.ts';
import { partitionOf } from './partition.ts';
import { type Answers, RemoteCommands } from './remote-commands.ts';
import { FakeBus } from './testing/fake-bus.ts';

const device = DeviceId.parse(1);
const nothing = async (): Promise<never> => {
  throw new Error('unexpected call');
};
const answers = (document: Answers['document']): Answers => ({
  test: nothing,
  comment: nothing,
  fix: nothing,
  shelve: nothing,
  walk: nothing,
  administered: nothing,
  document,
});

/** A process without the device; the owner is the other one, or '' for none. */
const nearBeside = (bus: FakeBus, owner: string) =>
  new RemoteCommands({
    bus,
    here: answers(nothing),
    patienceMs: 300,
    ownership: { holds: () => false, ownerOf: () => ({ owner, epoch: 1 }), epochOf: () => undefined },
  });
const farOn = (bus: FakeBus, document: Answers['document']) => {
  const far = new RemoteCommands({
    bus,
    here: answers(document),
    ownership: { holds: () => true, ownerOf: () => ({ owner: 'far', epoch: 1 }), epochOf: () => 1 },
  });
  far.open([partitionOf(device)]);
  return far;
};
const refusalOf = async (pending: Promise<unknown>): Promise<Refusal> => {
  const error = await pending.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw error;
  return error;
};

it('sends a query to the owner and returns its answer', async () => {
  const bus = new FakeBus();
  farOn(bus, async () => '{"Id": "1"}');
  expect(await nearBeside(bus, 'far').document(device)).toBe('{"Id": "1"}');
});

it('refuses with a time to retry while no process owns the device', async () => {
  const { code, message, more } = await refusalOf(nearBeside(new FakeBus(), '').document(device));
  expect(code).toBe('unavailable');
  expect(message).toBe('The device is with no process just now. Please try again in a moment.');
  expect(more.retryAfterSeconds).toBeGreaterThan(0);
});

it('reports that the command may have been executed when the owner received it and did not answer', async () => {
  const bus = new FakeBus();
  let heard = 0;
  farOn(bus, () => {
    heard++;
    return new Promise(() => {});
  });
  const { code, message } = await refusalOf(nearBeside(bus, 'far').document(device));
  expect([code, heard]).toEqual(['unavailable', 1]);
  expect(message).toContain('may have been done or not');
});
