import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '@tocsin/contract/endpoint';
import { DetailError, FieldErrors } from '@tocsin/contract/errors';
import { type RuleName, rules } from '@tocsin/contract/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../base/errors.ts';
import { refusalOf } from '../base/http/failures.ts';
import { type Gate, tokenOf } from './gate.ts';
import type { Selection } from './selection.ts';
import type { Subjects } from './subject.ts';
import type { Person, Who } from './who.ts';

type WhoBy<N extends RuleName> = N extends 'anyone' | 'device-credentials'
  ? undefined
  : (typeof rules)[N] extends { readonly wall: true }
    ? Who
    : Person;

/** What a handler is given: everything parsed and permitted. */
export interface Call<E extends EndpointSpec> {
  readonly who: WhoBy<E['may']>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** What the rule judged: the site of `site.edit`, the person of `user.change`. */
  readonly subject: Subjects[(typeof rules)[E['may']]['on']];
  /** The tab's selection, each id checked; refused as not found when the tab names what its person can't see. */
  selection(): Promise<Selection>;
  /** What of the selection can still be seen. */
  lenientSelection(): Promise<Selection>;
  /** The caller's address, for throttles and the audit. */
  readonly address: string;
  /** For what is not JSON: streams, files, cookies, headers. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<E extends EndpointSpec> = E extends { readonly sends: string }
  ? unknown
  : // An endpoint without a reply answers nothing, whatever its handler leaves.
    ReplyOf<E> extends undefined
    ? void
    : ReplyOf<E>;
export type Handler<E extends EndpointSpec> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/** Where rooms add their routes. After it is made, every route under /api and /ws must name its rule. */
export interface Api {
  readonly http: FastifyInstance;
  readonly gate: Gate;
  /** `METHOD path` of each route and the rule that guards it. */
  readonly rules: ReadonlyMap<string, RuleName>;
  declare(method: string, path: string, rule: RuleName): void;
}

const bare = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** Where rooms add their routes: none without a rule. */
export const createApi = (http: FastifyInstance, gate: Gate): Api => {
  const declared = new Map<string, RuleName>();
  const added = new Set<string>();
  http.addHook('onRoute', ({ method, path }) => {
    if (!/^\/(api|ws)\//.test(path)) return;
    for (const m of Array.isArray(method) ? method : [method]) added.add(`${m} ${bare(path)}`);
  });
  http.addHook('onReady', async () => {
    const open = [...added].filter((route) => !declared.has(route));
    if (open.length > 0) throw new Error(`no rule guards ${open.join(', ')}: add the route by route() with its rule`);
  });
  return {
    http,
    gate,
    rules: declared,
    declare: (method, path, rule) => declared.set(`${method} ${bare(path)}`, rule),
  };
};

const parse = <S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw refusalOf(result.error);
  return result.data;
};

/** An id in a path that can't be one names nothing. */
const parsePath = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal('not-found');
  return result.data;
};

const unselected = {
  client: 'please select a client first',
  site: 'please select a location first',
  device: 'Please select device before!',
};

const keyText = (keys: NonNullable<EndpointSpec['keys']>): string =>
  `An API key may${keys === 'any' ? '' : `, with the scope ${keys}`}.`;

const docsOf = (spec: EndpointSpec) => {
  const status = spec.status ?? (spec.reply || spec.sends ? 200 : 204);
  const good = spec.sends
    ? { description: spec.says, content: { [spec.sends]: { schema: spec.reply ?? z.string() } } }
    : (spec.reply ?? z.null().describe('No body'));
  const isPublic = spec.may === 'anyone' || spec.may === 'device-credentials';
  const refused = { 401: DetailError, 403: DetailError, 404: DetailError };
  return {
    summary: spec.says,
    description: `May: ${rules[spec.may].says}.${spec.keys ? ` ${keyText(spec.keys)}` : ''}`,
    tags: [/^\/api\/v\d\/([^/]+)/.exec(spec.path)?.[1] ?? 'other'],
    ...(isPublic ? {} : { security: [{ session: [] }] }),
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(spec.body ? { body: spec.body } : {}),
    ...(spec.multipart ? { consumes: ['multipart/form-data'] } : {}),
    response: { [status]: good, 400: FieldErrors, ...(isPublic ? {} : refused) },
  };
};

/** Found out before the body is read, so that nobody without a right makes the server read one. */
interface Entry {
  readonly who: Who | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly subject: unknown;
  readonly judged: boolean;
}

const idAt = (source: unknown, name: string): number | undefined => {
  const value = source !== null && typeof source === 'object' ? Reflect.get(source, name) : undefined;
  return typeof value === 'number' ? value : undefined;
};

const selectedId = async (gate: Gate, who: Who, part: string, header: string | undefined): Promise<number> => {
  const selection = await gate.selection(who, header);
  const id = part === 'client' ? selection.clientId : part === 'site' ? selection.siteId : selection.deviceId;
  if (id === null) throw new Refusal('invalid', unselected[part === 'client' || part === 'site' ? part : 'device']);
  return id;
};

const headerOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['x-tocsin-selection'];
  return Array.isArray(header) ? header[0] : header;
};

const enter = async (gate: Gate, spec: EndpointSpec, request: FastifyRequest): Promise<Entry> => {
  if (spec.may === 'anyone' || spec.may === 'device-credentials') {
    const params = parsePath(spec.params, request.params);
    return { who: undefined, params, query: parse(spec.query, request.query), subject: undefined, judged: true };
  }
  const who = await gate.who(tokenOf(request.headers.authorization), request.ip);
  gate.secondFactor(who, spec.open);
  gate.keyScope(who, spec.keys);
  if (who.kind === 'wall' && !('wall' in rules[spec.may])) throw new Refusal('forbidden');
  const params = parsePath(spec.params, request.params);
  const [source, name] = (spec.on ?? 'params.id').split('.', 2);
  const judged = rules[spec.may].on === 'nothing' || source !== 'body';
  const query = source === 'query' ? parse(spec.query, request.query) : undefined;
  let subject: unknown;
  if (judged) {
    const isNothing = rules[spec.may].on === 'nothing';
    const id =
      isNothing || name === undefined
        ? undefined
        : source === 'selection'
          ? await selectedId(gate, who, name, headerOf(request))
          : idAt(source === 'query' ? query : params, name);
    subject = await gate.check(who, spec.may, id);
  }
  return { who, params, query: query ?? parse(spec.query, request.query), subject, judged };
};

/** Adds an endpoint of the contract with its handler: parsed, permitted, and its answer cut to the contract's schema. */
export const route = <E extends EndpointSpec>(api: Api, spec: E, handler: Handler<E>): void => {
  const { gate } = api;
  const entries = new WeakMap<FastifyRequest, Entry>();
  const status = spec.status ?? (spec.reply || spec.sends ? 200 : 204);

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const entry = entries.get(request);
    if (!entry) throw new Error('a request without its entry');
    if (spec.multipart && !request.isMultipart()) throw new Refusal('unsupported');
    const body = spec.multipart ? undefined : parse(spec.body, request.body);
    let { subject } = entry;
    if (!entry.judged && entry.who) {
      const name = (spec.on ?? 'body.id').slice('body.'.length);
      subject = await gate.check(entry.who, spec.may, idAt(body, name));
    }
    const { who, params, query } = entry;
    const select = (how: 'selection' | 'lenientSelection') => async (): Promise<Selection> => {
      if (!who) throw new Error('a call by nobody has no selection');
      return await gate[how](who, headerOf(request));
    };
    const selection = select('selection');
    const lenientSelection = select('lenientSelection');
    // The parts were parsed by this endpoint's own schemas; the generic type can't be followed through them.
    const call = {
      ...{ who, params, query, body, subject, selection, lenientSelection },
      ...{ address: request.ip, request, reply },
    } as Call<E>;
    const answer = await handler(call);
    if (reply.sent) return reply;
    reply.code(status);
    if (spec.sends) return reply.hasHeader('content-type') ? answer : reply.type(spec.sends).send(answer);
    return spec.reply ? spec.reply.parse(answer) : null;
  };

  for (const path of [spec.path, ...(spec.also ?? [])]) {
    api.declare(spec.method, path, spec.may);
    api.http.route({
      method: spec.method,
      url: path,
      schema: docsOf(spec),
      ...(spec.maxBytes ? { bodyLimit: spec.maxBytes } : {}),
      ...(spec.perMinute ? { config: { rateLimit: { max: spec.perMinute, timeWindow: 60_000 } } } : {}),
      onRequest: async (request) => {
        entries.set(request, await enter(gate, spec, request));
      },
      handler: handle,
    });
  }
};
