import modbus from 'modbus-serial';
import { afterEach, describe, expect, it } from 'vitest';
import { createDevice } from './create-device.ts';
import { F500Image, modbusPlan, modbusStates } from './testing/modbus-image.ts';
import { ModbusServer } from './testing/modbus-server.ts';

const start = Date.UTC(2026, 9, 1, 12);
const running: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

async function serve() {
  const sim = createDevice({ type: 'F500', seed: 1, startMs: start, ambientC: 20, warm: true, missed: 0 });
  const image = new F500Image(sim.model.groups);
  const server = new ModbusServer(image);
  const port = await server.start();
  const client = new modbus.default();
  await client.connectTCP('127.0.0.1', { port });
  client.setID(1);
  client.setTimeout(300);
  running.push(
    async () => client.close(() => undefined),
    () => server.stop(),
  );
  const scan = (toMs: number) => {
    for (const message of sim.advance(toMs)) if (message.kind === 'data') image.update(message.frame);
  };
  scan(start);
  return { sim, server, client, scan };
}

describe('the F500 over Modbus TCP, read by an independent client', () => {
  it('returns values, states and alarms, and increments its counter with each scan', async () => {
    const { sim, client, scan } = await serve();
    const { data: before } = await client.readInputRegisters(modbusPlan.counter, 2);
    sim.act({ do: 'drive', sensor: '23.232', curve: { kind: 'constant', value: 83 } });
    scan(start + 10_000);
    const sensor = (23 - 1) * 4 + 1;
    const { buffer } = await client.readInputRegisters(modbusPlan.values + 2 * sensor, 2);
    expect(buffer.readFloatBE(0)).toBeCloseTo(83, 0);
    const { data: state } = await client.readInputRegisters(modbusPlan.states + sensor, 1);
    expect(modbusStates[state[0] ?? 0]).toBe('Absolute');
    const { data: alarm } = await client.readDiscreteInputs(sensor, 1);
    expect(alarm[0]).toBe(true);
    const { data: after } = await client.readInputRegisters(modbusPlan.counter, 2);
    expect(after).toEqual([(before[0] ?? 0) + 1, 64]);
  });

  it('refuses more than 125 registers and unknown functions', async () => {
    const { client } = await serve();
    await expect(client.readInputRegisters(0, 126)).rejects.toThrow(/exception 3/);
    await expect(client.writeRegister(0, 1)).rejects.toThrow(/exception 1/);
  });

  it('does not answer, is busy or answers late as configured', async () => {
    const { client, server } = await serve();
    server.faults = { silent: 1 };
    await expect(client.readInputRegisters(0, 1)).rejects.toThrow(/Timed out/);
    server.faults = { exception: 1 };
    await expect(client.readInputRegisters(0, 1)).rejects.toThrow(/exception 6/);
  });
});
