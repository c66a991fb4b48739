import {
  EdgeAnswer,
  EdgeExchange,
  type EdgeGap,
  type EdgeHealth,
  type EdgeItem,
  type EdgeResult,
  exchangePath,
  type SignedConfiguration,
} from '@tocsin/contract/edge-exchange';
import { DetailError, FieldErrors } from '@tocsin/contract/errors';
import { DeviceId, type SiteId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { ownBody } from '../../../platform/http/bodies.ts';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import { networkOf } from '../../../platform/network.ts';
import type { Catalog } from '../../catalog.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { Intake, Message, Receipt } from '../intake.ts';
import { checkSize } from '../json/json-size.ts';
import { parseJson } from '../json/json-text.ts';
import { edgeMessage } from './edge-items.ts';
import { EdgeSessions } from './edge-sessions.ts';
import { FormerLists } from './former-lists.ts';
import { placeOf } from './item-place.ts';

/** An edge whose key was right. */
export interface KnownEdge {
  readonly id: number;
  readonly siteId: SiteId;
}

export interface EdgeAdapterOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** Checks the Authorization header, in memory. */
  readonly checkEdge: (authorization: string | undefined) => KnownEdge | null;
  /**
   * An edge spoke: how it is, what it has, and how many of its items were refused because their device is not its own.
   * Resolves to a configuration newer than the number it has.
   */
  readonly heard: (
    edge: KnownEdge,
    said: {
      readonly health: EdgeHealth | undefined;
      readonly time: number;
      readonly configuration: number;
      readonly refusedItems: number;
    },
  ) => Promise<SignedConfiguration | null>;
  /** Polls that an edge missed; resolves once that is stored. */
  readonly gap: (edge: KnownEdge, gap: EdgeGap) => Promise<void>;
  /** Whether any process heard of the edge in the last 30 s. */
  readonly wasHeard: (edge: number) => boolean;
}

const sweepMs = 10_000;
/** Numbers, texts, lists and objects of an exchange: 250 frames whose 100 sensors all have texts need 80,000. */
const maxExchangeValues = 200_000;
/** Wrong keys per network and minute, and requests of callers that show none. */
const wrongPerMinute = 10;
const strangePerMinute = 60;

/** `POST /api/v1/edge/exchange/`: what an edge received from its devices; each item is answered after its commit. */
export function edgeAdapter(options: EdgeAdapterOptions) {
  const { clock, intake } = options;
  const admitted = new WeakMap<FastifyRequest, KnownEdge>();
  const failures = createRateLimiter({ windowMs: 60_000, maxKeys: 20_000 });
  const sessions = new EdgeSessions(intake);
  const formerLists = new FormerLists();
  const waitOf = ({ headers: { authorization = '' }, ip }: FastifyRequest): number => {
    const isKey = /^(?:Edge|Basic) /.test(authorization);
    const key = `${networkOf(ip)} ${isKey ? 'key' : 'none'}`;
    return failures.take(key, isKey ? wrongPerMinute : strangePerMinute, clock.now());
  };
  const sweep = (): void => {
    sessions.sweep(clock.now(), options.wasHeard);
    clock.after(sweepMs, sweep);
  };
  clock.after(sweepMs, sweep);
  return async (http: FastifyInstance): Promise<void> => {
    http.removeContentTypeParser('application/json');
    http.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
      try {
        checkSize(body, maxExchangeValues);
        return parseJson(body);
      } catch (error) {
        if (error instanceof FrameRefusal) throw Object.assign(new Error(error.message), { statusCode: 400 });
        throw error;
      }
    });
    http.post(
      exchangePath,
      {
        bodyLimit: limits.httpPostBytes,
        schema: about,
        onRequest: async (request, reply) => {
          const edge = options.checkEdge(request.headers.authorization);
          if (!edge) return refuse(reply, waitOf(request));
          admitted.set(request, edge);
          ownBody(request, { pool: 'device', key: `edge ${edge.id}` });
        },
      },
      async (request, reply) => {
        const edge = admitted.get(request);
        if (!edge) throw new Error('an exchange that nothing admitted');
        const said = EdgeExchange.safeParse(request.body);
        if (!said.success) return reply.code(400).send({ non_field_errors: [said.error.issues[0]?.message ?? ''] });
        return answer({ options, sessions, formerLists }, edge, said.data);
      },
    );
  };
}

const about = {
  security: [{ edge: [] }],
  tags: ['edge'],
  summary: 'Records of an edge, its health, and a newer configuration in return',
  description: 'May: an edge, by the key that it gave when it was claimed (`Authorization: Edge <id>.<key>`).',
  body: EdgeExchange,
  response: {
    200: { description: 'What became of each item', content: { 'application/json': { schema: EdgeAnswer } } },
    400: { description: 'It can not be read', content: { 'application/json': { schema: FieldErrors } } },
    401: { description: 'No edge has this key', content: { 'application/json': { schema: DetailError } } },
    429: { description: 'Too many wrong keys', content: { 'application/json': { schema: DetailError } } },
  },
};

function refuse(reply: FastifyReply, waitMs: number): FastifyReply {
  if (waitMs > 0) reply.header('retry-after', Math.ceil(waitMs / 1_000));
  return waitMs > 0
    ? reply.code(429).send({ detail: 'Too many wrong keys.' })
    : reply.code(401).send({ detail: 'No edge has this key.' });
}

interface Held {
  readonly options: EdgeAdapterOptions;
  readonly sessions: EdgeSessions;
  readonly formerLists: FormerLists;
}

async function answer(held: Held, edge: KnownEdge, said: EdgeExchange): Promise<EdgeAnswer> {
  const { options, sessions } = held;
  const { clock, catalog } = options;
  const isOurs = (id: DeviceId): boolean => {
    const device = catalog.byId(id);
    return device?.siteId === edge.siteId && device.edgeId === edge.id;
  };
  const open = said.sessions?.map(([id, session]) => [DeviceId.parse(id), session] as const);
  if (open)
    sessions.report(
      edge.id,
      open.filter(([id]) => isOurs(id)),
      clock.now(),
    );
  let refusedItems = 0;
  const results = await Promise.all(
    said.items.map((item) => {
      const device = catalog.byId(DeviceId.parse(item.d));
      const place = placeOf(edge, device, item);
      if (place === 'own') return takeOwn(options, edge, item, said.lane === 'backfill');
      if (place === 'former') return takeFormer(held, edge, item);
      refusedItems++;
      if (device?.siteId === edge.siteId) options.intake.countRefused(device.id, 'edge');
      return 'refused';
    }),
  );
  const { health, time, configuration } = said;
  const newer = await options.heard(edge, { health, time, configuration, refusedItems });
  return { time: clock.now(), results, configuration: newer };
}

/** Hands an item to the pipeline before the first await, so that the items of a device keep their order. */
function takeOwn(
  { intake, gap }: EdgeAdapterOptions,
  edge: KnownEdge,
  item: EdgeItem,
  isHistory: boolean,
): Promise<EdgeResult> {
  if (item.k === 'gap') return gap(edge, item).then(() => 'stored' as const);
  if (isHistory && item.k === 'death') return Promise.resolve('stored');
  return handOver(intake, edgeMessage(item, isHistory));
}

/** What was acknowledged to a device while it belonged to the edge: history, which moves nothing live. */
function takeFormer({ options, formerLists }: Held, edge: KnownEdge, item: EdgeItem): Promise<EdgeResult> {
  switch (item.k) {
    case 'gap':
      return options.gap(edge, item).then(() => 'stored' as const);
    case 'death':
      return Promise.resolve('stored');
    case 'birth':
      return Promise.resolve(formerLists.note(item) ? 'stored' : 'refused');
    case 'frame': {
      const message = formerLists.message(item);
      return message ? handOver(options.intake, message) : Promise.resolve('birth');
    }
    default:
      return item satisfies never;
  }
}

function handOver(intake: Intake, message: Message): Promise<EdgeResult> {
  if (intake.full(message.deviceId)) return Promise.resolve('again');
  return new Promise((resolve) => {
    intake.take(message, (receipt) => resolve(resultOf(receipt)));
  });
}

function resultOf(receipt: Receipt): EdgeResult {
  switch (receipt.kind) {
    case 'stored':
      return 'stored';
    case 'again':
      return 'again';
    case 'refused':
      if (receipt.why === 'no_birth') return 'birth';
      // Too many lists of sensors in an hour: later it is taken.
      return receipt.why === 'layouts' ? 'again' : 'refused';
    default:
      return receipt satisfies never;
  }
}
