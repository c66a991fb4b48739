import { readFileSync } from 'node:fs';
import type { DeviceId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import { birthJson, compactJson } from '@tocsin/simulator/json';
import type { Delivery } from '@tocsin/simulator/link';
import type { ScenarioPlay } from '@tocsin/simulator/scenario';
import type { SimFrame } from '@tocsin/simulator/shape';
import { F500Image } from '@tocsin/simulator/testing/modbus-image';
import { SparkplugMetrics } from '@tocsin/simulator/testing/sparkplug-metrics';
import { encodePayload, type Metric } from '@tocsin/simulator/testing/sparkplug-payload';
import type { Clock } from '../../platform/clock.ts';
import type { Message, Receipt } from '../1-receive/intake.ts';
import { jsonMessage } from '../1-receive/json/json-messages.ts';
import { readModbus } from '../1-receive/modbus/modbus-decode.ts';
import { birthOf, planOf } from '../1-receive/modbus/modbus-map.ts';
import { SparkplugHost } from '../1-receive/sparkplug/sparkplug-host.ts';
import type { Publisher } from '../1-receive/sparkplug/sparkplug-nodes.ts';
import { parseSparkplugTopic } from '../1-receive/sparkplug/sparkplug-topic.ts';
import { UnknownNodes } from '../1-receive/sparkplug/unknown-nodes.ts';
import type { Catalog } from '../catalog.ts';
import type { Pipeline } from '../pipeline.ts';

/** Translates a scenario's deliveries into one adapter's messages, which then take the normal path. */
interface ScenarioAdapter {
  take(delivery: Delivery): Promise<Receipt>;
}
interface AdapterDependencies {
  readonly pipeline: Pipeline;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly play: ScenarioPlay;
  readonly idOf: (key: string) => DeviceId;
}
export type MakeAdapter = (dependencies: AdapterDependencies) => ScenarioAdapter;

const taken: Receipt = {
  kind: 'stored',
  accepted: 1,
  duplicates: 0,
  rejectedValues: 0,
  refusedFrames: 0,
  refusedReason: '',
};

/** JSON received over HTTP (no session) or MQTT. */
export const jsonAdapter =
  (session: number | null): MakeAdapter =>
  ({ pipeline, idOf }) => ({
    take: (delivery) =>
      new Promise((resolve) => {
        const [kind, body] = jsonOf(delivery);
        pipeline.take(jsonMessage(kind, idOf(delivery.device), Buffer.from(JSON.stringify(body)), session), resolve);
      }),
  });

function jsonOf(delivery: Delivery): ['birth' | 'data', object] {
  switch (delivery.kind) {
    case 'birth':
      return ['birth', birthJson(delivery.birth)];
    case 'live':
      return ['data', compactJson(delivery.frame)];
    case 'buffered':
      return ['data', delivery.frames.map(compactJson)];
    default:
      return delivery satisfies never;
  }
}

const publisher: Publisher = {
  key: 'rig',
  identity: 'rig',
  maxNodes: 20_000,
  mostChildren: 20_000,
  session: null,
  siteId: null,
  mayPublishFor: () => true,
};
/** The broker publishes the will one and a half keep-alives of 40 s after the connection broke. */
const willAfterMs = 60_000;

interface Edge {
  readonly edge: string;
  readonly metrics: SparkplugMetrics;
  seq: number;
  bdSeq: number;
  born: boolean;
}

/** Each device is an edge node: births with aliases, changes, history, and the will when the connection is down. */
const sparkplugAdapter: MakeAdapter = ({ pipeline, catalog, clock, play, idOf }) => {
  let session = 1;
  const unknown = new UnknownNodes();
  const host = new SparkplugHost({
    intake: pipeline,
    catalog,
    clock,
    unknown,
    reorderMs: 2_000,
    nextSession: () => session++,
    send: () => {},
  });
  const edges = new Map(
    [...play.devices].map(([key, sim]): [string, Edge] => {
      const device = catalog.byId(idOf(key));
      const edge = device?.udfId ?? String(device?.id);
      return [key, { edge, metrics: new SparkplugMetrics(sim.model.groups, 1), seq: 0, bdSeq: 0, born: false }];
    }),
  );
  const say = (key: string, kind: string, ts: number, metrics: readonly Metric[]): Promise<Receipt> => {
    const edge = edges.get(key);
    const topic = edge && parseSparkplugTopic(`spBv1.0/Rig/${kind}/${edge.edge}`);
    if (!edge || !topic) throw new Error(`no edge node ${key}`);
    const seq = kind === 'NDEATH' ? undefined : edge.seq;
    if (seq !== undefined) edge.seq = (edge.seq + 1) % 256;
    const bytes = encodePayload({ timestamp: ts, seq, metrics });
    return new Promise((resolve) =>
      host.take(publisher, topic, bytes, (verdict) => resolve(verdict === 'done' ? taken : { kind: 'again' })),
    );
  };
  const bdSeq = (key: string, timestamp: number): Metric => ({
    name: 'bdSeq',
    type: 'UInt64',
    timestamp,
    value: edges.get(key)?.bdSeq ?? 0,
  });
  for (const { atS, device, action } of play.scenario.script)
    if (action.do === 'link-down')
      clock.after(play.startMs + atS * 1000 + willAfterMs - clock.now(), () => {
        void say(device, 'NDEATH', play.startMs, [bdSeq(device, play.startMs)]);
      });
  const live = (key: string, frame: SimFrame): Promise<Receipt> => {
    const edge = edges.get(key);
    if (!edge) throw new Error(`no edge node ${key}`);
    if (!edge.born) {
      edge.born = true;
      edge.seq = 0;
      return say(key, 'NBIRTH', frame.ts, [bdSeq(key, frame.ts), ...edge.metrics.birth(frame)]);
    }
    const changes = edge.metrics.changes(frame);
    return changes.length === 0 ? Promise.resolve(taken) : say(key, 'NDATA', frame.ts, changes);
  };
  return {
    take(delivery) {
      const edge = edges.get(delivery.device);
      if (!edge) throw new Error(`no edge node ${delivery.device}`);
      switch (delivery.kind) {
        case 'birth':
          // Included with the first frame, which has the values.
          edge.born = false;
          edge.bdSeq++;
          return Promise.resolve(taken);
        case 'live':
          return live(delivery.device, delivery.frame);
        case 'buffered':
          return say(
            delivery.device,
            'NDATA',
            delivery.at,
            delivery.frames.flatMap((frame) => edge.metrics.historical(frame)),
          );
        default:
          return delivery satisfies never;
      }
    },
  };
};

const ourMap = new URL('../../../modbus-maps/tocsin-f500.json', import.meta.url);

/** Each F500's registers, read with the shipped map, one poll per scan. */
const modbusAdapter: MakeAdapter = ({ pipeline, clock, play, idOf }) => {
  const plan = planOf(RegisterMap.parse(JSON.parse(readFileSync(ourMap, 'utf8'))));
  const images = new Map([...play.devices].map(([key, sim]) => [key, new F500Image(sim.model.groups)]));
  return {
    take(delivery) {
      const deviceId = idOf(delivery.device);
      const image = images.get(delivery.device);
      const now = clock.now();
      if (delivery.kind === 'buffered' || !image) throw new Error('a polled device stores no frames');
      if (delivery.kind === 'live') image.update(delivery.frame);
      const answers = plan.blocks.map((block) => ({
        block,
        words: Array.from({ length: block.count }, (_, i) =>
          block.fn <= 2 ? Number(image.bit(block.at + i)) : image.register(block.at + i),
        ),
      }));
      const message: Message =
        delivery.kind === 'birth'
          ? { kind: 'birth', deviceId, session: null, birth: () => birthOf(plan, now) }
          : {
              kind: 'data',
              deviceId,
              session: null,
              data: () => ({ frames: [readModbus(plan, answers, now)], refused: [], single: true }),
            };
      return new Promise((resolve) => pipeline.take(message, resolve));
    },
  };
};

/** The scenarios that depend on the adapter. */
export const adapterScenarios: readonly number[] = [5, 6, 7, 8, 10, 11];
export const adapters: Readonly<Record<string, MakeAdapter>> = {
  'HTTP JSON': jsonAdapter(null),
  'MQTT JSON': jsonAdapter(1),
  'Sparkplug B': sparkplugAdapter,
  'Modbus TCP': modbusAdapter,
};

/** Why an adapter cannot run a scenario; null if it can. */
export function whyNot(adapter: string, scenario: number): string | null {
  if (adapter === 'Sparkplug B' && scenario === 8) return 'it has no boot counter and no uptime; bdSeq counts sessions';
  if (adapter === 'Sparkplug B' && scenario === 7)
    return 'by exception a null is sent once, not in three frames; a birth without the metric says it there';
  if (adapter !== 'Modbus TCP' || scenario === 5) return null;
  return 'its device is a WDC4, and only F500s are polled';
}
