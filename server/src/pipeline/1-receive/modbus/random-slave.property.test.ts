import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId } from '@tocsin/contract/ids';
import { type ModbusField, RegisterMap } from '@tocsin/contract/modbus';
import { createRandom, type Random } from '@tocsin/simulator/random';
import { describe, expect, it, type TestContext } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import type { CatalogDevice } from '../../catalog.ts';
import { catalogOf, someDevice, TestPipeline } from '../../testing/test-device.ts';
import { ModbusAdapter } from './modbus-adapter.ts';
import { ModbusNetworks } from './modbus-line.ts';
import { planOf, registersOf } from './modbus-map.ts';
import { bitAt, type Lie, RandomSlave, registerAt, type SlaveHabits } from './testing/random-slave.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
console.info(`random-slave.property.test: SEED=${seed}`);

const asked = { ...shippedTypes.F500, code: 'PLC', owner: 'client', groups_are_nodes: false } as const;
const kinds = ['u16', 'i16', 'u32', 'i32', 'u64'] as const;
const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
const whole = (random: Random, from: number, to: number): number => from + Math.floor(random.next() * (to - from + 1));
const pick = <T>(random: Random, from: readonly T[]): T => from[whole(random, 0, from.length - 1)] as T;

/** What a field means, read byte by byte from the slave's registers. */
function expectedOf(field: ModbusField): number {
  if (field.fn <= 2) return bitAt(field.at);
  const words = Array.from({ length: registersOf(field) }, (_, i) => registerAt(field.at + i));
  const { order = 'ABCD' } = field;
  const inOrder = order === 'CDAB' || order === 'DCBA' ? words.reverse() : words;
  const isSwapped = registersOf(field) > 1 && (order === 'BADC' || order === 'DCBA');
  const bytes = inOrder.flatMap((word) => (isSwapped ? [word & 0xff, word >> 8] : [word >> 8, word & 0xff]));
  const whole = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return Number(field.as.startsWith('i') ? BigInt.asIntN(8 * bytes.length, whole) : whole);
}

function randomMap(random: Random): RegisterMap {
  const sensors = Array.from({ length: whole(random, 3, 40) }, (_, i) => {
    const fn = pick(random, [1, 2, 3, 4] as const);
    const at = whole(random, 100, 100 + pick(random, [40, 400]));
    const as = fn <= 2 ? 'bit' : pick(random, kinds);
    const order = fn <= 2 ? {} : { order: pick(random, orders) };
    return { id: `s${i}`, name: `Sensor ${i}`, type: 'NUMERIC', value: { fn, at, as, ...order } };
  });
  return RegisterMap.parse({
    name: 'random',
    title: 'Random',
    about: '',
    interval_ms: 500,
    timeout_ms: 1_000,
    gap: whole(random, 0, 64),
    groups: [{ id: 'g', name: 'G', sensors }],
  });
}

const habitsOf = (random: Random, map: RegisterMap, lie: Lie): SlaveHabits => {
  const fields = map.groups.flatMap(({ sensors }) => sensors.flatMap(({ value }) => value ?? []));
  const isHole = () => random.next() < 0.15;
  return {
    // Only TCP carries a transaction id.
    framing: lie === 'transaction' ? 'tcp' : pick(random, ['tcp', 'rtu'] as const),
    unit: whole(random, 1, 247),
    holes: new Set(fields.filter(isHole).map(({ at }) => at)),
    // A field needs four registers at most.
    mostRegisters: pick(random, [4, 10, 64, 125]),
    mostBits: pick(random, [1, 16, 2_000]),
    closesAfterAnswer: random.next() < 0.3,
    delayMs: pick(random, [0, 0, 5, 30]),
    banner: random.next() < 0.3 ? 'NPort 5110 ready\r\n' : '',
    isTorn: random.next() < 0.3,
    lie,
  };
};

async function meet(
  { onTestFinished }: TestContext,
  map: RegisterMap,
  habits: SlaveHabits,
  others: Partial<CatalogDevice>[] = [],
) {
  const slave = new RandomSlave(habits);
  const ipAddress = `127.0.0.1:${await slave.start()}`;
  onTestFinished(() => slave.stop());
  const how = { unit: habits.unit, framing: habits.framing, networks: ['127.0.0.0/8'], isOwnPlace: true } as const;
  const device = { udfId: null, type: asked, shownType: asked, ipAddress, modbus: how } as const;
  const bench = await new TestPipeline(device, Date.now()).start();
  others.forEach((over, i) => {
    const id = DeviceId.parse(100 + i);
    bench.devices.set(id, someDevice({ ...device, id, serialNumber: `SN${id}`, ...over }));
  });
  const plan = planOf(map);
  const lost: string[] = [];
  const adapter = new ModbusAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    clock: systemClock,
    networks: new ModbusNetworks([]),
    planOf: () => plan,
    lost: (_device, sensors) => lost.push(...sensors.map(({ name }) => name)),
  });
  adapter.start();
  onTestFinished(() => adapter.stop());
  return { slave, bench, adapter, how, lost };
}

/** Each request is a read of the framing's length, whatever the slave is like. */
function expectReadsOnly(slave: RandomSlave, { framing }: SlaveHabits): void {
  for (const request of slave.sent) {
    expect(request).toHaveLength(framing === 'tcp' ? 12 : 8);
    expect([1, 2, 3, 4]).toContain(request[framing === 'tcp' ? 7 : 1]);
  }
}

describe.concurrent('a random slave', () => {
  it.each(Array.from({ length: Number(process.env.SLAVES ?? 24) }, (_, i) => seed + i))(
    'is read where it can be, and what it refuses is named: %i',
    async (number) => {
      await slaveIsRead(number);
    },
  );

  const texts = {
    transaction: /transaction id/,
    unit: /from unit \d+, asked was/,
    length: /bytes|checksum/,
    text: /not Modbus|checksum/,
  };
  it.each(Object.keys(texts) as (keyof typeof texts)[])(
    'that gets its %s wrong in every answer is named',
    async (lie) => {
      const random = createRandom(seed);
      const map = randomMap(random);
      const habits = habitsOf(random, map, lie);
      await withContext(async (test) => {
        const { slave, bench, adapter } = await meet(test, map, habits);
        await eventually(() => expect(adapter.polling(bench.device.id)?.statistics.failure).toMatch(texts[lie]));
        expect(bench.frameWriter.frames).toEqual([]);
        expectReadsOnly(slave, habits);
      });
    },
  );

  async function slaveIsRead(number: number): Promise<void> {
    const random = createRandom(number);
    const map = randomMap(random);
    const habits = habitsOf(random, map, null);
    const fields = map.groups.flatMap(({ sensors }) => sensors.flatMap(({ value }) => value ?? []));
    const isThere = (field: ModbusField): boolean =>
      Array.from({ length: registersOf(field) }, (_, i) => field.at + i).every((at) => !habits.holes.has(at));
    // Of a slave that refuses everything nothing can be told.
    if (!fields.some(isThere)) return;
    await withContext(async (test) => {
      const { slave, bench, adapter } = await meet(test, map, habits);
      const expected = fields.map((field) => (isThere(field) ? expectedOf(field) : null));
      await eventually(() => {
        const readings = adapter.polling(bench.device.id)?.readings ?? [];
        expect(readings.map(({ value }) => value)).toEqual(expected);
        for (const [i, { reason }] of readings.entries()) {
          const field = fields[i];
          if (expected[i] !== null || !field) expect(reason).toBeNull();
          else expect(reason).toMatch(new RegExp(`^Exception 2, .*function ${field.fn}, address ${field.at}\\b`));
        }
      });
      const frame = bench.frameWriter.frames.at(-1);
      expect([...(frame?.values ?? [])].map((value) => (Number.isNaN(value) ? null : value))).toEqual(expected);
      expectReadsOnly(slave, habits);
    });
  }
});

/** The context of a test that is run with a parameter. */
async function withContext(work: (test: TestContext) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = [];
  try {
    await work({ onTestFinished: (end: () => unknown) => ends.push(end) } as unknown as TestContext);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

describe('units behind one address', () => {
  const map = RegisterMap.parse({
    name: 'm',
    title: 'M',
    about: '',
    interval_ms: 500,
    timeout_ms: 1_000,
    groups: [
      {
        id: 'g',
        name: 'G',
        sensors: [
          { id: 'a', name: 'A', type: 'NUMERIC', value: { fn: 3, at: 1, as: 'u16' } },
          { id: 'b', name: 'B', type: 'NUMERIC', value: { fn: 3, at: 500, as: 'u16' } },
        ],
      },
    ],
  });
  const calm: SlaveHabits = {
    framing: 'tcp',
    unit: 3,
    holes: new Set(),
    mostRegisters: 125,
    mostBits: 2_000,
    closesAfterAnswer: false,
    delayMs: 0,
    banner: '',
    isTorn: false,
    lie: null,
  };

  it('share one connection; a silent one backs off by itself, and the other is read on', async (test) => {
    const silent = { modbus: { unit: 9, framing: 'tcp', networks: ['127.0.0.0/8'], isOwnPlace: true } } as const;
    const { bench, adapter } = await meet(test, map, calm, [silent]);
    const of = (id: number) => adapter.polling(DeviceId.parse(id))?.statistics;
    await eventually(() => expect(of(100)?.state).toBe('backing-off'));
    const before = of(bench.device.id)?.frames ?? 0;
    await eventually(() => expect(of(bench.device.id)?.frames ?? 0).toBeGreaterThan(before + 2));
    expect(of(100)).toMatchObject({ frames: 0, answers: 0 });
  });

  it('of another client are not asked, by whatever name', async (test) => {
    const clientId = ClientId.parse(77);
    const { bench, adapter } = await meet(test, map, calm, [{ clientId }]);
    await eventually(() => expect(bench.frameWriter.frames.length).toBeGreaterThan(0));
    await eventually(() => {
      const states = [bench.device.id, DeviceId.parse(100)].map((id) => adapter.polling(id)?.statistics);
      // Whichever was first owns the address.
      expect(states.map((one) => one?.state).sort()).toEqual(['polling', 'refused']);
      expect(states.find((one) => one?.state === 'refused')?.failure).toBe(
        "This address can't be asked for this device.",
      );
    });
  });

  it('of a site without networks are refused with a sentence', async (test) => {
    const modbus = { unit: 3, framing: 'tcp', networks: [], isOwnPlace: false } as const;
    const { adapter } = await meet(test, map, calm, [{ modbus }]);
    await eventually(() => expect(adapter.polling(DeviceId.parse(100))?.statistics.state).toBe('refused'));
    expect(adapter.polling(DeviceId.parse(100))?.statistics.failure).toMatch(/given this site no networks/);
  });

  it('name a sensor once that was read before and is now refused, and go on with the others', async (test) => {
    const holes = new Set<number>();
    const { bench, adapter, lost } = await meet(test, map, { ...calm, holes });
    await eventually(() => expect(bench.frameWriter.frames.length).toBeGreaterThan(0));
    expect(lost).toEqual([]);
    holes.add(500);
    await eventually(() => expect(lost).toEqual(['B']));
    const taken = bench.frameWriter.frames.length;
    await eventually(() => expect(bench.frameWriter.frames.length).toBeGreaterThan(taken + 1));
    expect(lost).toEqual(['B']);
    expect([...(bench.frameWriter.frames.at(-1)?.values ?? [])]).toEqual([registerAt(1), Number.NaN]);
    expect(adapter.polling(bench.device.id)?.statistics.failure).toMatch(/Exception 2.*address 500/);
  });
});
