import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { idBlock } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { Receipt } from '../1-receive/intake.ts';
import { type JsonKind, jsonMessage } from '../1-receive/json/json-messages.ts';
import type { Catalog, CatalogDevice } from '../catalog.ts';
import { Pipeline } from '../pipeline.ts';
import { FakeFrameWriter } from './fake-frame-writer.ts';

/** 2026-03-01T12:00:00Z: a moment far from any hour boundary. */
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
    type: shippedTypes['0300'],
    shownType: shippedTypes['0300'],
    suspended: false,
    warningRules: [],
    sensorNames: new Map(),
    scales: [],
    degrees: null,
    acknowledgedKinds: [],
    sensorResponses: new Map(),
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

/** The whole pipeline with one device before it and an in-memory writer behind it; time is advanced by the test. */
export class TestPipeline {
  readonly clock: DrivenClock;
  readonly frameWriter: FakeFrameWriter;
  /** How far the server's clock has stepped; the devices follow `clock`. */
  serverStepMs = 0;
  readonly devices = new Map<DeviceId, CatalogDevice>();
  readonly device: CatalogDevice;
  pipeline: Pipeline;
  #session: number | null = null;
  #seq = 0;

  constructor(over: Partial<CatalogDevice> = {}, at = noon) {
    this.clock = drivenClock(at);
    this.frameWriter = new FakeFrameWriter(() => this.clock.now() + this.serverStepMs);
    this.device = someDevice(over);
    this.devices.set(this.device.id, this.device);
    this.pipeline = this.#build();
  }

  #build(): Pipeline {
    const { frameWriter, clock } = this;
    let id = this.frameWriter.events.length * 100_000;
    const ids = () =>
      idBlock(10_000, async () => {
        id += 10_000;
        return id;
      });
    const pipeline = new Pipeline({
      catalog: catalogOf(this.devices),
      frameWriter,
      ids: { event: ids(), layout: ids() },
      clock: { now: () => clock.now() + this.serverStepMs, after: clock.after },
      log: createLog('silent'),
      retentionMs: 400 * 86_400_000,
    });
    frameWriter.callbacks = pipeline.callbacks;
    return pipeline;
  }

  async start(): Promise<this> {
    await this.pipeline.start();
    return this;
  }

  /** Another process takes over from the committed state. */
  async restart(): Promise<void> {
    this.pipeline.stop();
    this.pipeline = this.#build();
    await this.pipeline.start();
  }

  session(id: number | null): void {
    if (id === null && this.#session !== null) this.pipeline.endSession(this.device.id, this.#session);
    this.#session = id;
    if (id !== null) this.pipeline.beginSession(this.device.id, id);
  }

  send(kind: JsonKind, body: unknown, will = false): Promise<Receipt> {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return new Promise((resolve) => {
      this.pipeline.take(jsonMessage(kind, this.device.id, bytes, this.#session, will), resolve);
    });
  }

  birth(more: object = {}): Promise<Receipt> {
    return this.send('birth', someBirth(this.clock.now(), more));
  }

  /** A compact frame with the current time. */
  frame(v: readonly unknown[], more: object = {}): Promise<Receipt> {
    return this.send('data', { ts: this.clock.now(), seq: this.#seq++, v, ...more });
  }

  pass(ms: number): void {
    this.clock.advanceTo(this.clock.now() + ms);
  }

  types(): string[] {
    return this.frameWriter.events.map((event) => event.type);
  }
}
