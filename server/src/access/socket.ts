import { type KeyScope, type RuleName, rules } from '@tocsin/contract/access';
import { type Pong, SocketCommand } from '@tocsin/contract/socket';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import {
  closeCodes,
  type LiveSocket,
  type RegisteredSocket,
  type SocketRegistry,
} from '../platform/socket-registry.ts';
import type { Principal } from './principal.ts';
import type { Api } from './route.ts';
import { createSessionChecks } from './session-checks.ts';
import type { AccessChange } from './store-access-changes.ts';
import type { Subjects } from './subject.ts';

type SubjectOf<N extends RuleName> = Subjects[(typeof rules)[N]['on']];

export interface Opened<N extends RuleName> {
  readonly who: Principal;
  readonly subject: SubjectOf<N>;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** The subject, with the number of rights changes received before it was loaded. */
interface Entered<N extends RuleName> extends Opened<N> {
  readonly heard: number;
}

/** A feature's handler for one open socket. */
interface Watch<N extends RuleName> {
  /** Called every 10 s, for features that publish their current state again. */
  again?(): void;
  /** Called when the person's rights have changed but the socket may stay open. */
  changed?(now: Opened<N>): void;
  stop(): void;
}

interface SocketSpec<N extends RuleName> {
  /** Below /api/vN, each also at the root: `/ws/...`. */
  readonly paths: readonly `/api/v${1 | 2}/ws/${string}`[];
  readonly may: N;
  /** Whether it concerns the caller's own account; see EndpointSpec of contract/src/endpoint.ts. */
  readonly account: boolean;
  /** Admits API keys of this scope. */
  readonly keys?: KeyScope;
  /** True if it covers every client: the selection does not matter, even when it no longer exists. */
  readonly isOfAllClients?: boolean;
  /** The id of the rule's subject, from the path. */
  subjectId(params: Readonly<Record<string, string>>): Promise<number | undefined>;
  open(socket: LiveSocket, opened: Opened<N>): Watch<N>;
}

export interface SocketDependencies {
  readonly keeper: SocketRegistry;
  readonly clock: Clock;
  readonly log: Log;
  /** Public address of the portal; pages of other origins are refused. */
  readonly publicUrl: string;
  readonly authWithinMs?: number;
}

/** Authorizes sockets like HTTP calls, and again whenever a person's rights change. */
export interface Sockets {
  add<N extends RuleName>(spec: SocketSpec<N>): void;
  recheck(change: AccessChange): void;
}

const readCommand = (data: { toString(): string }): SocketCommand | undefined => {
  try {
    return SocketCommand.parse(JSON.parse(data.toString()));
  } catch {
    return undefined;
  }
};
const tooManyText = 'Too many open connections.';

interface Ask {
  readonly token: string;
  readonly selection: string | undefined;
  readonly params: Readonly<Record<string, string>>;
}

interface Live {
  readonly userId: number | undefined;
  readonly sessionId: number;
  recheck(): Promise<void>;
}

const holderOf = (who: Principal): string => (who.kind === 'person' ? `user ${who.userId}` : `wall ${who.sessionId}`);

export const createSockets = (api: Api, dependencies: SocketDependencies): Sockets => {
  const { authorizer, http } = api;
  const { keeper, clock, log } = dependencies;
  const live = new Set<Live>();
  const checks = createSessionChecks(authorizer, clock, (error) =>
    log.warn('Could not record the use of a session', { error }),
  );
  let heard = 0;

  const enter = async <N extends RuleName>(spec: SocketSpec<N>, ask: Ask): Promise<Entered<N>> => {
    const before = heard;
    // No socket admits service accounts: they poll.
    const who = authorizer.programScope(await authorizer.who(ask.token, '', true), { keys: spec.keys });
    authorizer.secondFactor(who, undefined);
    authorizer.accountScope(who, spec.may, spec.account);
    if (who.kind === 'wall' && !('wall' in rules[spec.may])) throw new Refusal('forbidden');
    const subject = await authorizer.check(who, spec.may, await spec.subjectId(ask.params));
    if (!spec.isOfAllClients) await authorizer.selection(who, ask.selection);
    return { who, subject, params: ask.params, heard: before };
  };

  const close = (registered: RegisteredSocket, error: unknown): void => {
    if (error instanceof Refusal && error.code in closeCodes)
      registered.close(closeCodes[error.code as keyof typeof closeCodes], error.message);
    else {
      log.error('A socket failed', { error });
      registered.close(1011, 'Internal server error');
    }
  };

  const run = <N extends RuleName>(
    spec: SocketSpec<N>,
    registered: RegisteredSocket,
    ask: Ask,
    opened: Entered<N>,
  ): void => {
    if (!registered.holdFor(holderOf(opened.who))) {
      close(registered, new Refusal('too-many', tooManyText));
      return;
    }
    const watch = spec.open(registered, opened);
    const entry: Live = {
      userId: opened.who.kind === 'person' ? opened.who.userId : opened.who.madeBy,
      sessionId: opened.who.sessionId,
      recheck: async () => {
        try {
          const now = await enter(spec, ask);
          // The socket may have closed meanwhile: what it watched would never be stopped again.
          if (live.has(entry)) watch.changed?.(now);
        } catch (error) {
          close(registered, error);
        }
      },
    };
    live.add(entry);
    // Rights may have changed while this socket was being opened.
    if (opened.heard !== heard) void entry.recheck();
    const leave = checks.join(ask.token, { ended: (refusal) => close(registered, refusal) });
    registered.onBeat(() => {
      watch.again?.();
      checks.used(ask.token, opened.who);
    });
    registered.onClose(() => {
      live.delete(entry);
      leave();
      watch.stop();
    });
  };

  /** No pong before the feature publishes: a list requested after the first pong misses nothing in between. */
  const answerPings = (ws: WebSocket, registered: RegisteredSocket, admitted: Promise<void>): void => {
    let isWaiting = false;
    ws.on('message', (data) => {
      if (isWaiting || readCommand(data)?.command !== 'ping') return;
      isWaiting = true;
      void admitted.then(() => {
        isWaiting = false;
        const pong: Pong = { command: 'pong', sent_at: clock.now() };
        registered.send(JSON.stringify(pong));
      });
    });
  };

  /** Reads the token from the first message. Resolves once the feature publishes; never resolves after a refusal. */
  const awaitAuth = <N extends RuleName>(
    spec: SocketSpec<N>,
    ws: WebSocket,
    registered: RegisteredSocket,
    request: FastifyRequest,
  ): Promise<void> => {
    const admitted = Promise.withResolvers<void>();
    const late = clock.after(dependencies.authWithinMs ?? 5000, () =>
      registered.close(closeCodes.unauthenticated, 'No auth message'),
    );
    registered.onClose(late);
    ws.once('message', (data) => {
      late();
      const message = readCommand(data);
      if (message?.command !== 'auth') {
        registered.close(closeCodes.unauthenticated, 'The first message must be the auth command');
        return;
      }
      const ask = { token: message.token, selection: message.selection, params: request.params as Ask['params'] };
      enter(spec, ask).then(
        (opened) => {
          if (ws.readyState !== ws.OPEN) return;
          run(spec, registered, ask, opened);
          admitted.resolve();
        },
        (error) => close(registered, error),
      );
    });
    return admitted.promise;
  };

  const sameOrigin = (request: FastifyRequest): boolean => {
    const { origin } = request.headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    return new URL(origin).host === request.host || origin === new URL(dependencies.publicUrl).origin;
  };

  const add = <N extends RuleName>(spec: SocketSpec<N>): void => {
    const entered = new WeakMap<FastifyRequest, { ask: Ask; opened: Entered<N> }>();
    const paths = new Set(spec.paths.flatMap((path) => [path, path.replace(/^\/api\/v\d/, '')]));
    for (const path of paths) {
      api.declare('GET', path, { ...spec, ...(spec.account === true ? {} : { programs: 'none' }) });
      http.route({
        method: 'GET',
        url: path,
        schema: { hide: true },
        preValidation: async (request) => {
          if (!sameOrigin(request)) throw new Refusal('forbidden', 'Not from this page.');
          const query = request.query as Readonly<Record<string, string | undefined>>;
          if (query.token === undefined) return;
          const ask = { token: query.token, selection: query.selection, params: request.params as Ask['params'] };
          const opened = await enter(spec, ask);
          if (keeper.has(holderOf(opened.who)) >= 200) throw new Refusal('too-many', tooManyText);
          entered.set(request, { ask, opened });
        },
        handler: (_request, reply) => reply.code(404).send({ detail: 'This is a socket.' }),
        wsHandler: (ws, request) => {
          const registered = keeper.register(ws);
          const first = entered.get(request);
          if (first) run(spec, registered, first.ask, first.opened);
          const admitted = first ? Promise.resolve() : awaitAuth(spec, ws, registered, request);
          answerPings(ws, registered, admitted);
        },
      });
    }
  };

  const concerns = (change: AccessChange, entry: Live): boolean => {
    if (change.kind === 'all') return true;
    return change.kind === 'user' ? entry.userId === change.userId : entry.sessionId === change.sessionId;
  };

  return {
    add,
    recheck: (change) => {
      heard += 1;
      for (const entry of live) if (concerns(change, entry)) void entry.recheck();
    },
  };
};
