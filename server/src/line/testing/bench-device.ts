import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { type DrivenClock, drivenClock } from '../../base/clock.ts';
import { idBlock } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import type { Receipt } from '../../flow/1-receive/intake.ts';
import { type JsonKind, jsonMessage } from '../../flow/1-receive/json-messages.ts';
import type { Catalog, CatalogDevice } from '../../flow/catalog.ts';
import { Line } from '../../line.ts';
import { FakeKeep } from './fake-keep.ts';

/** 2026-03-01T12:00:00Z: a moment far from any border of an hour's job. */
export const noon = Date.UTC(2026, 2, 1, 12);

export function someDevice(over: Partial<CatalogDevice> = {}): CatalogDevice {
  return {
    id: DeviceId.parse(7),
    siteId: SiteId.parse(3),
    clientId: ClientId.parse(2),
    title: 'Leg 1',
    siteTitle: 'North',
    clientCompany: 'Prairie Grain',
    timezone: 'America/Chicago',
    serialNumber: 'SN7',
    udfId: 'LEG1',
    ipAddress: null,
    modbusMap: null,
    type: '0300',
    shownType: '0300',
    suspended: false,
    warningRules: [],
    sensorNames: new Map(),
    scales: [],
    degrees: null,
    ...over,
  };
}

export function catalogOf(devices: Map<DeviceId, CatalogDevice>): Catalog {
  const find = (test: (device: CatalogDevice) => boolean) => [...devices.values()].find(test);
  return {
    byId: (id) => devices.get(id),
    byUdfId: (udfId) => find((device) => device.udfId?.toLowerCase() === udfId.toLowerCase()),
    bySerialNumber: (serialNumber) => find((device) => device.serialNumber === serialNumber),
    all: () => devices.values(),
  };
}

export const someBirth = (ts: number, more: object = {}) => ({
  ts,
  version: '4.8.2',
  groups: [
    {
      id: '4',
      name: 'Temperature',
      sensors: [
        { id: '4000', name: 'Head bearing L', type: 'NUMERIC', unit: 'C' },
        { id: '4001', name: 'Head bearing R', type: 'NUMERIC', unit: 'C' },
      ],
    },
    {
      id: '5',
      name: 'Plug',
      sensors: [{ id: '5000', name: 'Chute', type: 'BOOL', states: { 0: 'Clear', 1: 'Plugged' } }],
    },
  ],
  ...more,
});

/** The whole line with one device before it and a keep in memory behind it; time stands still until it is moved. */
export class LineBench {
  readonly clock: DrivenClock;
  readonly keep: FakeKeep;
  readonly devices = new Map<DeviceId, CatalogDevice>();
  readonly device: CatalogDevice;
  line: Line;
  #session: number | null = null;
  #seq = 0;

  constructor(over: Partial<CatalogDevice> = {}, at = noon) {
    this.clock = drivenClock(at);
    this.keep = new FakeKeep(() => this.clock.now());
    this.device = someDevice(over);
    this.devices.set(this.device.id, this.device);
    this.line = this.#build();
  }

  #build(): Line {
    const { keep, clock } = this;
    let id = this.keep.events.length * 100_000;
    const ids = () =>
      idBlock(10_000, async () => {
        id += 10_000;
        return id;
      });
    const line = new Line({
      catalog: catalogOf(this.devices),
      keep,
      ids: { event: ids(), layout: ids() },
      clock,
      log: createLog('silent'),
      retentionMs: 400 * 86_400_000,
    });
    keep.asks = line.asks;
    return line;
  }

  async start(): Promise<this> {
    await this.line.start();
    return this;
  }

  /** Another process takes over from what is committed. */
  async restart(): Promise<void> {
    this.line.stop();
    this.line = this.#build();
    await this.line.start();
  }

  session(id: number | null): void {
    if (id === null && this.#session !== null) this.line.endSession(this.device.id, this.#session);
    this.#session = id;
    if (id !== null) this.line.beginSession(this.device.id, id);
  }

  send(kind: JsonKind, body: unknown, will = false): Promise<Receipt> {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return new Promise((resolve) => {
      this.line.take(jsonMessage(kind, this.device.id, bytes, this.#session, will), resolve);
    });
  }

  birth(more: object = {}): Promise<Receipt> {
    return this.send('birth', someBirth(this.clock.now(), more));
  }

  /** A compact frame of now. */
  frame(v: readonly unknown[], more: object = {}): Promise<Receipt> {
    return this.send('data', { ts: this.clock.now(), seq: this.#seq++, v, ...more });
  }

  pass(ms: number): void {
    this.clock.advanceTo(this.clock.now() + ms);
  }

  types(): string[] {
    return this.keep.events.map((event) => event.type);
  }
}
