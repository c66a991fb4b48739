import { readFileSync } from 'node:fs';
import type { DeviceId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import { birthJson, compactJson } from '@tocsin/simulator/json';
import type { Delivery } from '@tocsin/simulator/link';
import { F500Image } from '@tocsin/simulator/modbus-image';
import type { ScenarioPlay } from '@tocsin/simulator/scenario';
import type { SimFrame } from '@tocsin/simulator/shape';
import { SparkplugMetrics } from '@tocsin/simulator/sparkplug-metrics';
import { encodePayload, type Metric } from '@tocsin/simulator/sparkplug-payload';
import type { Clock } from '../../base/clock.ts';
import type { Message, Receipt } from '../../flow/1-receive/intake.ts';
import { jsonMessage } from '../../flow/1-receive/json-messages.ts';
import { readModbus } from '../../flow/1-receive/modbus-decode.ts';
import { birthOf, planOf } from '../../flow/1-receive/modbus-map.ts';
import { type Publisher, SparkplugHost } from '../../flow/1-receive/sparkplug-host.ts';
import { parseSparkplugTopic } from '../../flow/1-receive/sparkplug-topic.ts';
import { UnknownNodes } from '../../flow/1-receive/unknown-nodes.ts';
import type { Catalog } from '../../flow/catalog.ts';
import type { Line } from '../../line.ts';

/** What a scenario's deliveries become on one door, from there on the line's own way. */
export interface ScenarioDoor {
  take(delivery: Delivery): Promise<Receipt>;
}
export interface DoorParts {
  readonly line: Line;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly play: ScenarioPlay;
  readonly idOf: (key: string) => DeviceId;
}
export type MakeDoor = (parts: DoorParts) => ScenarioDoor;

const taken: Receipt = {
  kind: 'stored',
  accepted: 1,
  duplicates: 0,
  rejectedValues: 0,
  refusedFrames: 0,
  refusedReason: '',
};

/** JSON as it comes by HTTP (no session) or MQTT. */
export const jsonDoor =
  (session: number | null): MakeDoor =>
  ({ line, idOf }) => ({
    take: (delivery) =>
      new Promise((resolve) => {
        const [kind, body] = jsonOf(delivery);
        line.take(jsonMessage(kind, idOf(delivery.device), Buffer.from(JSON.stringify(body)), session), resolve);
      }),
  });

function jsonOf(delivery: Delivery): ['birth' | 'data', object] {
  switch (delivery.kind) {
    case 'birth':
      return ['birth', birthJson(delivery.birth)];
    case 'live':
      return ['data', compactJson(delivery.frame)];
    case 'kept':
      return ['data', delivery.frames.map(compactJson)];
    default:
      return delivery satisfies never;
  }
}

const publisher: Publisher = { key: 'rig', session: null, siteId: null, mayPublishFor: () => true };
/** The broker tells the will one and a half keep-alives of 40 s after the line broke. */
const willAfterMs = 60_000;

interface Edge {
  readonly edge: string;
  readonly metrics: SparkplugMetrics;
  seq: number;
  bdSeq: number;
  born: boolean;
}

/** Each device an edge node of its own: births with aliases, changes, history, and the will when the line is down. */
export const sparkplugDoor: MakeDoor = ({ line, catalog, clock, play, idOf }) => {
  let session = 1;
  const unknown = new UnknownNodes();
  const host = new SparkplugHost({
    intake: line,
    catalog,
    clock,
    unknown,
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
    ...{ name: 'bdSeq', type: 'UInt64', timestamp, value: edges.get(key)?.bdSeq ?? 0 },
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
          // Told with the first frame, which has the values.
          edge.born = false;
          edge.bdSeq++;
          return Promise.resolve(taken);
        case 'live':
          return live(delivery.device, delivery.frame);
        case 'kept':
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

/** Each F500's registers, read by the shipped map as one poll a scan. */
export const modbusDoor: MakeDoor = ({ line, clock, play, idOf }) => {
  const plan = planOf(RegisterMap.parse(JSON.parse(readFileSync(ourMap, 'utf8'))));
  const images = new Map([...play.devices].map(([key, sim]) => [key, new F500Image(sim.model.groups)]));
  return {
    take(delivery) {
      const deviceId = idOf(delivery.device);
      const image = images.get(delivery.device);
      const now = clock.now();
      if (delivery.kind === 'kept' || !image) throw new Error('what is polled keeps nothing');
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
      return new Promise((resolve) => line.take(message, resolve));
    },
  };
};

/** The scenarios that concern doors (issue 10). */
export const doorScenarios: readonly number[] = [5, 6, 7, 8, 10, 11];
export const doors: Readonly<Record<string, MakeDoor>> = {
  'HTTP JSON': jsonDoor(null),
  'MQTT JSON': jsonDoor(1),
  'Sparkplug B': sparkplugDoor,
  'Modbus TCP': modbusDoor,
};

/** Why a door can't carry a scenario; null: it can. */
export function whyNot(door: string, scenario: number): string | null {
  if (door === 'Sparkplug B' && scenario === 8) return 'it has no boot counter and no uptime; bdSeq counts sessions';
  if (door === 'Sparkplug B' && scenario === 7)
    return 'by exception a null is told once, not in three frames; a birth without the metric says it there';
  if (door !== 'Modbus TCP' || scenario === 5) return null;
  return 'its device is a WDC4, and only F500s are polled';
}
