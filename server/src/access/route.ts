import {
  type KeyScope,
  mustStateAccount,
  mustStatePrograms,
  type ProgramScope,
  type RuleName,
  rules,
} from '@tocsin/contract/access';
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '@tocsin/contract/endpoint';
import { DetailError, FieldErrors } from '@tocsin/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../platform/errors.ts';
import { addressOf } from '../platform/http/address.ts';
import { declaredBytes, ownBody, smallBodyBytes } from '../platform/http/bodies.ts';
import { urlForm } from '../platform/http/body.ts';
import { refusalOf } from '../platform/http/failures.ts';
import { isInner } from '../platform/http/inner-call.ts';
import { overloaded } from '../platform/overload.ts';
import { type Authorizer, tokenOf } from './authorize.ts';
import { type Idempotency, idempotencyHeader, takesIdempotencyKey } from './idempotency.ts';
import { canEditWithin, isProgram, type Person, type Principal } from './principal.ts';
import type { Selection } from './selection.ts';
import type { Subjects } from './subject.ts';
import { withoutSecrets } from './without-secrets.ts';

type WhoBy<N extends RuleName> = N extends 'anyone' | 'device-credentials'
  ? undefined
  : (typeof rules)[N] extends { readonly wall: true }
    ? Principal
    : Person;

/** Arguments of a handler: parsed and authorized. */
export interface Call<E extends EndpointSpec> {
  readonly who: WhoBy<E['may']>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The subject of the rule: the site for `site.edit`, the person for `user.change`. */
  readonly subject: Subjects[(typeof rules)[E['may']]['on']];
  /** The tab's selection with each id checked; refused as not found when the caller cannot see it. */
  selection(): Promise<Selection>;
  /** The part of the selection that is still visible. */
  lenientSelection(): Promise<Selection>;
  /** The caller's address, for rate limits and the audit log. */
  readonly address: string;
  /** For anything but JSON: streams, files, cookies, headers. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<E extends EndpointSpec> = E extends { readonly sends: string }
  ? unknown
  : // An endpoint without a reply sends none, whatever its handler returns.
    ReplyOf<E> extends undefined
    ? void
    : ReplyOf<E>;
export type Handler<E extends EndpointSpec> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/**
 * Where features add routes. Once ready, every route under /api and /ws must name its rule and, if no client owns the
 * rule's subject, state whether it concerns the account.
 */
export interface Api {
  readonly http: FastifyInstance;
  readonly authorizer: Authorizer;
  /** Absent in tests without a database: the header is then ignored. */
  readonly idempotency?: Idempotency | undefined;
  /** Rule of each route by `METHOD path`. */
  readonly rules: ReadonlyMap<string, RuleName>;
  declare(method: string, path: string, access: Access): void;
}
interface Access {
  readonly may: RuleName;
  readonly account?: boolean | 'client' | undefined;
  readonly keys?: KeyScope | 'any' | undefined;
  readonly programs?: ProgramScope | 'any' | 'none' | undefined;
}

const bare = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** Creates the API. It refuses to start with a route whose authorization is not stated. */
export const createApi = (http: FastifyInstance, authorizer: Authorizer, idempotency?: Idempotency): Api => {
  const declared = new Map<string, RuleName>();
  const unstated: string[] = [];
  const forPrograms: string[] = [];
  const withoutScope: string[] = [];
  const added = new Set<string>();
  http.addHook('onRoute', ({ method, path, exposeHeadRoute }) => {
    // HEAD of a route is its GET without the body.
    if (!/^\/(api|ws)\//.test(path) || (method === 'HEAD' && exposeHeadRoute)) return;
    for (const m of Array.isArray(method) ? method : [method]) added.add(`${m} ${bare(path)}`);
  });
  http.addHook('onReady', async () => {
    const open = [...added].filter((route) => !declared.has(route));
    if (open.length > 0) throw new Error(`no rule guards ${open.join(', ')}: add the route by route() with its rule`);
    if (unstated.length > 0)
      throw new Error(`state in \`account\` whether it is the account's: ${unstated.join(', ')}`);
    if (withoutScope.length > 0)
      throw new Error(`state in \`programs\` the scope of service accounts, or none: ${withoutScope.join(', ')}`);
    if (forPrograms.length > 0) throw new Error(`no API key may reach the account: ${forPrograms.join(', ')}`);
  });
  return {
    http,
    authorizer,
    idempotency,
    rules: declared,
    declare: (method, path, { may, account, keys, programs }) => {
      const key = `${method} ${bare(path)}`;
      declared.set(key, may);
      if (account === undefined && mustStateAccount(may)) unstated.push(key);
      if (programs === undefined && mustStatePrograms(may, account)) withoutScope.push(key);
      if ((account && keys !== undefined) || (programs !== undefined && !mustStatePrograms(may, account)))
        forPrograms.push(key);
    },
  };
};

const parse = <S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw refusalOf(result.error);
  return result.data;
};

/** An invalid id in a path names nothing: 404. */
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
const programText = (scope: EndpointSpec['programs']): string =>
  scope === undefined || scope === 'none'
    ? ''
    : ` A service account may${scope === 'any' ? '' : `, with the scope ${scope}`}.`;

const accountTexts = {
  own: "It concerns the caller's account: not with a session of a client's provider.",
  client: "It concerns the caller's account; with a session of a client's provider, what belongs to that client.",
} as const;

/** The documented refusals by status. */
const refusalsOf = (spec: EndpointSpec, isPublic: boolean) => {
  const takesBody = spec.body !== undefined || spec.multipart === true || spec.method !== 'GET';
  const isNamed = spec.params !== undefined || !isPublic;
  const jsonError = (description: string) => ({
    description,
    content: { 'application/json': { schema: DetailError } },
  });
  return {
    400: { description: 'Texts by field', content: { 'application/json': { schema: FieldErrors } } },
    ...(isPublic ? {} : { 401: jsonError('Nobody is signed in'), 403: jsonError('Seen, but not permitted') }),
    ...(isNamed ? { 404: jsonError('There is none, or none that the caller may see') } : {}),
    ...(spec.method === 'GET' ? {} : { 409: jsonError('It conflicts with what is stored, such as a newer version') }),
    ...(takesBody
      ? { 413: jsonError('The body is too large'), 415: jsonError('The body is of another media type') }
      : {}),
    429: jsonError('Too many calls; Retry-After says when the next one is accepted'),
    500: jsonError('A mistake of the server, which logged it under the request_id'),
    503: jsonError('Not available at the moment; Retry-After says when to try again'),
  };
};

const IdempotencyHeaders = z.object({
  [idempotencyHeader]: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('The change is made once: for 24 hours a repeated call gets the first answer.'),
});

const FileForm = z.object({
  file: z.string().meta({ format: 'binary', contentMediaType: 'application/octet-stream' }),
});

const docsOf = (spec: EndpointSpec) => {
  const status = spec.status ?? (spec.reply || spec.sends ? 200 : 204);
  const good =
    spec.sends || spec.reply
      ? {
          description: spec.says,
          content: { [spec.sends ?? 'application/json']: { schema: spec.reply ?? z.string() } },
        }
      : z.null().describe('No body');
  const isPublic = spec.may === 'anyone' || spec.may === 'device-credentials';
  const body = spec.multipart ? FileForm : spec.body;
  return {
    summary: spec.says,
    description: `May: ${rules[spec.may].says}.${spec.account ? ` ${accountTexts[spec.account === 'client' ? 'client' : 'own']}` : ''}${spec.keys ? ` ${keyText(spec.keys)}` : ''}${programText(spec.programs)}`,
    tags: [/^\/api\/v\d\/([^/]+)/.exec(spec.path)?.[1] ?? 'other'],
    security: isPublic ? [] : [{ session: [] }],
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(body ? { body } : {}),
    ...(takesIdempotencyKey(spec) || spec.passesIdempotencyKey ? { headers: IdempotencyHeaders } : {}),
    ...(spec.multipart ? { consumes: ['multipart/form-data'] } : {}),
    ...(spec.takesUrlForms ? { consumes: ['application/json', 'application/x-www-form-urlencoded'] } : {}),
    ...(spec.takesForms ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    response: {
      [status]: good,
      ...(spec.alsoStatus ? { [spec.alsoStatus]: good } : {}),
      ...refusalsOf(spec, isPublic),
    },
  };
};

/** Determined before the body is read, so that callers without the right cannot make the server read one. */
interface Entry {
  readonly who: Principal | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly subject: unknown;
  readonly isSubjectChecked: boolean;
}

const idAt = (source: unknown, name: string): number | undefined => {
  const value = source !== null && typeof source === 'object' ? Reflect.get(source, name) : undefined;
  return typeof value === 'number' ? value : undefined;
};

const selectedId = async (
  authorizer: Authorizer,
  who: Principal,
  part: string,
  header: string | undefined,
): Promise<number> => {
  const selection = await authorizer.selection(who, header);
  const id = part === 'client' ? selection.clientId : part === 'site' ? selection.siteId : selection.deviceId;
  if (id === null) throw new Refusal('invalid', unselected[part === 'client' || part === 'site' ? part : 'device']);
  return id;
};

const isUrlForm = (request: FastifyRequest): boolean => request.headers['content-type']?.startsWith(urlForm) === true;

const isFormType = (request: FastifyRequest): boolean => /^\s*multipart\//i.test(request.headers['content-type'] ?? '');

/** A form where none is taken must not count as an empty body; without a body it is not even read as a form. */
const refuseForms = (spec: EndpointSpec, request: FastifyRequest): void => {
  if (spec.multipart && !request.isMultipart()) throw new Refusal('unsupported');
  if (!spec.takesUrlForms && isUrlForm(request)) throw new Refusal('unsupported');
  if (spec.multipart || !isFormType(request)) return;
  if (!spec.takesForms) throw new Refusal('unsupported');
  if (!request.isMultipart()) throw new Refusal('invalid', 'The body cannot be read.');
};

const headerOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['x-tocsin-selection'];
  return Array.isArray(header) ? header[0] : header;
};

/** Pages say in a header how long ago the person last pressed, typed or scrolled; other programs say nothing. */
const isWithoutInput = (request: FastifyRequest): boolean => {
  const seconds = Number(request.headers['x-tocsin-idle'] ?? 0);
  return !(seconds < 60);
};

const callerText = (who: Principal): string =>
  who.kind === 'person' ? `user ${who.userId}` : `session ${who.sessionId}`;

const enter = async (authorizer: Authorizer, spec: EndpointSpec, request: FastifyRequest): Promise<Entry> => {
  if (spec.may === 'anyone' || spec.may === 'device-credentials') {
    const params = parsePath(spec.params, request.params);
    return {
      who: undefined,
      params,
      query: parse(spec.query, request.query),
      subject: undefined,
      isSubjectChecked: true,
    };
  }
  const token = tokenOf(request.headers.authorization);
  const caller = await authorizer.who(token, addressOf(request), isWithoutInput(request), !isInner(request));
  request.caller = callerText(caller);
  const who = authorizer.programScope(caller, spec);
  authorizer.secondFactor(who, spec.open);
  authorizer.accountScope(who, spec.may, spec.account);
  if (who.kind === 'wall' && !('wall' in rules[spec.may])) throw new Refusal('forbidden');
  const params = parsePath(spec.params, request.params);
  const [source, name] = (spec.on ?? 'params.id').split('.', 2);
  const isSubjectKnown = rules[spec.may].on === 'nothing' || source !== 'body';
  const query = source === 'query' ? parse(spec.query, request.query) : undefined;
  let subject: unknown;
  if (isSubjectKnown) {
    const isNothing = rules[spec.may].on === 'nothing';
    const id =
      isNothing || name === undefined
        ? undefined
        : source === 'selection'
          ? await selectedId(authorizer, who, name, headerOf(request))
          : idAt(source === 'query' ? query : params, name);
    subject = await authorizer.check(who, spec.may, id);
  }
  return { who, params, query: query ?? parse(spec.query, request.query), subject, isSubjectChecked: isSubjectKnown };
};

const maxJsonBytes = 1024 * 1024;

/**
 * Allows the caller's body to be read. When the subject's id is in the body, callers who may edit nothing anywhere are
 * refused before a large body is read; a small one is read, so that the subject decides between 403 and 404.
 */
const admitBody = (request: FastifyRequest, who: Principal, isEvaluated: boolean): void => {
  ownBody(request, { pool: 'person', key: callerText(who) });
  if (isEvaluated || canEditWithin(who)) return;
  const bytes = declaredBytes(request);
  if (bytes === null || bytes > smallBodyBytes) throw new Refusal('forbidden');
};

interface RouteOptions {
  /**
   * Whether the call would be refused as overload: then a caller with a token is refused before the token is checked, so
   * that hundreds of refusals a second cost the database and the pipeline's thread nothing.
   */
  readonly isOverloaded?: (() => boolean) | undefined;
}

/** Adds an endpoint of the contract: parses and authorizes the call, and reduces the reply to the contract's schema. */
export const route = <E extends EndpointSpec>(
  api: Api,
  spec: E,
  handler: Handler<E>,
  { isOverloaded }: RouteOptions = {},
): void => {
  const { authorizer } = api;
  const entries = new WeakMap<FastifyRequest, Entry>();
  const status = spec.status ?? (spec.reply || spec.sends ? 200 : 204);

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const entry = entries.get(request);
    if (!entry) throw new Error('the request was not admitted');
    refuseForms(spec, request);
    const body = spec.multipart ? undefined : parse(spec.body, request.body);
    let { subject } = entry;
    if (!entry.isSubjectChecked && entry.who) {
      const name = (spec.on ?? 'body.id').slice('body.'.length);
      subject = await authorizer.check(entry.who, spec.may, idAt(body, name));
    }
    const { who, params, query } = entry;
    const select = (how: 'selection' | 'lenientSelection') => async (): Promise<Selection> => {
      if (!who) throw new Error('a call without a caller has no selection');
      return await authorizer[how](who, headerOf(request));
    };
    const selection = select('selection');
    const lenientSelection = select('lenientSelection');
    // The endpoint's own schemas parsed these; the generic type cannot express that.
    const call = {
      who,
      params,
      query,
      body,
      subject,
      selection,
      lenientSelection,
      address: addressOf(request),
      request,
      reply,
    } as Call<E>;
    const answerOf = (given: unknown) => {
      const reduced = spec.reply ? spec.reply.parse(given) : null;
      return who && isProgram(who) ? withoutSecrets(reduced) : reduced;
    };
    // A handler may have set another one; before it runs none is set, because a redirect would take it.
    const settledStatus = (): number => (reply.statusCode === 200 ? status : reply.statusCode);
    const key = who && api.idempotency?.keyOf(spec, who, request);
    if (key && api.idempotency) {
      const work = async () => ({ body: answerOf(await handler(call)), status: settledStatus() });
      const answer = await api.idempotency.once(key, work);
      if (answer.isRepeated) reply.header('idempotent-replayed', 'true');
      reply.code(answer.status);
      return answer.body;
    }
    const answer = await handler(call);
    if (reply.sent) return reply;
    reply.code(settledStatus());
    if (spec.sends) return reply.hasHeader('content-type') ? answer : reply.type(spec.sends).send(answer);
    return answerOf(answer);
  };

  for (const path of [spec.path, ...(spec.also ?? [])]) {
    api.declare(spec.method, path, spec);
    api.http.route({
      method: spec.method,
      url: path,
      schema: docsOf(spec),
      bodyLimit: spec.maxBytes ?? (spec.may === 'anyone' ? smallBodyBytes : maxJsonBytes),
      // All spellings of a call share one counter.
      ...(spec.perMinute ? { config: { limit: { call: `${spec.method} ${spec.path}`, most: spec.perMinute } } } : {}),
      onRequest: async (request) => {
        if (isOverloaded?.() && tokenOf(request.headers.authorization) !== undefined) throw overloaded();
        const entry = await enter(authorizer, spec, request);
        entries.set(request, entry);
        if (entry.who) admitBody(request, entry.who, entry.isSubjectChecked);
      },
      handler: handle,
      exposeHeadRoute: spec.hasHead ?? false,
    });
  }
};
