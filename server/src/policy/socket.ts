import { type KeyScope, type RuleName, rules } from '@tocsin/contract/policy';
import { type Pong, SocketCommand } from '@tocsin/contract/socket';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Clock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { closeCodes, type Kept, type LiveSocket, type SocketKeeper } from '../base/sockets.ts';
import type { Api } from './route.ts';
import type { Selection } from './selection.ts';
import { createSessionChecks } from './session-checks.ts';
import type { AccessChange } from './store-access-changes.ts';
import type { Subjects } from './subject.ts';
import type { Who } from './who.ts';

type SubjectOf<N extends RuleName> = Subjects[(typeof rules)[N]['on']];

export interface Opened<N extends RuleName> {
  readonly who: Who;
  readonly subject: SubjectOf<N>;
  readonly selection: Selection;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
}

/** What was found, and how many changes of rights had been heard of before it was asked. */
interface Entered<N extends RuleName> extends Opened<N> {
  readonly heard: number;
}

/** What runs while a socket is open. */
export interface Watch<N extends RuleName> {
  /** Every 10 s, for a feed that wants to tell its present state again. */
  again?(): void;
  /** The person's rights have changed, but not so that the socket closes. */
  changed?(now: Opened<N>): void;
  stop(): void;
}

export interface SocketSpec<N extends RuleName> {
  /** Below /api/vN, each also at the root: `/ws/...`. */
  readonly paths: readonly `/api/v${1 | 2}/ws/${string}`[];
  readonly may: N;
  /** Lets keys for programs of this scope in. */
  readonly keys?: KeyScope;
  /** The id of the rule's subject, from the path. */
  subjectId(params: Readonly<Record<string, string>>): Promise<number | undefined>;
  open(socket: LiveSocket, opened: Opened<N>): Watch<N>;
}

export interface SocketParts {
  readonly keeper: SocketKeeper;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the portal is reached; pages of other origins are refused. */
  readonly publicUrl: string;
  readonly authWithinMs?: number;
}

/** Routes sockets through the same gate as HTTP, and asks it again when somebody's rights change. */
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

const holderOf = (who: Who): string => (who.kind === 'person' ? `user ${who.userId}` : `wall ${who.sessionId}`);

export const createSockets = (api: Api, parts: SocketParts): Sockets => {
  const { gate, http } = api;
  const { keeper, clock, log } = parts;
  const live = new Set<Live>();
  const checks = createSessionChecks(gate, clock, (error) => log.warn('A session could not be kept', { error }));
  let heard = 0;

  const enter = async <N extends RuleName>(spec: SocketSpec<N>, ask: Ask): Promise<Entered<N>> => {
    const before = heard;
    const who = await gate.who(ask.token);
    gate.secondFactor(who, undefined);
    gate.keyScope(who, spec.keys);
    if (who.kind === 'wall' && !('wall' in rules[spec.may])) throw new Refusal('forbidden');
    const subject = await gate.check(who, spec.may, await spec.subjectId(ask.params));
    const selection = await gate.selection(who, ask.selection);
    return { who, subject, selection, params: ask.params, heard: before };
  };

  const close = (kept: Kept, error: unknown): void => {
    if (error instanceof Refusal && error.code in closeCodes)
      kept.close(closeCodes[error.code as keyof typeof closeCodes], error.message);
    else {
      log.error('A socket failed', { error });
      kept.close(1011, 'Internal server error');
    }
  };

  const run = <N extends RuleName>(spec: SocketSpec<N>, kept: Kept, ask: Ask, opened: Entered<N>): void => {
    if (!kept.holdFor(holderOf(opened.who))) {
      close(kept, new Refusal('too-many', tooManyText));
      return;
    }
    const watch = spec.open(kept, opened);
    const entry: Live = {
      userId: opened.who.kind === 'person' ? opened.who.userId : opened.who.madeBy,
      sessionId: opened.who.sessionId,
      recheck: async () => {
        try {
          const now = await enter(spec, ask);
          watch.changed?.(now);
        } catch (error) {
          close(kept, error);
        }
      },
    };
    live.add(entry);
    // A right may have changed while this socket was on its way in.
    if (opened.heard !== heard) void entry.recheck();
    const leave = checks.join(ask.token, { ended: (refusal) => close(kept, refusal) });
    kept.onBeat(() => {
      watch.again?.();
      checks.used(ask.token, opened.who);
    });
    kept.onClose(() => {
      live.delete(entry);
      leave();
      watch.stop();
    });
  };

  /** None before the feed tells: who asks for a list after the first pong misses nothing between the two. */
  const answerPings = (ws: WebSocket, kept: Kept, admitted: Promise<void>): void => {
    let waits = false;
    ws.on('message', (data) => {
      if (waits || readCommand(data)?.command !== 'ping') return;
      waits = true;
      void admitted.then(() => {
        waits = false;
        const pong: Pong = { command: 'pong', sent_at: clock.now() };
        kept.send(JSON.stringify(pong));
      });
    });
  };

  /** The token comes in the first message. Resolves when its feed tells; never, when it was refused. */
  const awaitAuth = <N extends RuleName>(
    spec: SocketSpec<N>,
    ws: WebSocket,
    kept: Kept,
    request: FastifyRequest,
  ): Promise<void> => {
    const admitted = Promise.withResolvers<void>();
    const late = clock.after(parts.authWithinMs ?? 5000, () =>
      kept.close(closeCodes.unauthenticated, 'No auth message'),
    );
    kept.onClose(late);
    ws.once('message', (data) => {
      late();
      const message = readCommand(data);
      if (message?.command !== 'auth') {
        kept.close(closeCodes.unauthenticated, 'The first message must be the auth command');
        return;
      }
      const ask = { token: message.token, selection: message.selection, params: request.params as Ask['params'] };
      enter(spec, ask).then(
        (opened) => {
          if (ws.readyState !== ws.OPEN) return;
          run(spec, kept, ask, opened);
          admitted.resolve();
        },
        (error) => close(kept, error),
      );
    });
    return admitted.promise;
  };

  const sameOrigin = (request: FastifyRequest): boolean => {
    const { origin } = request.headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    return new URL(origin).host === request.host || origin === new URL(parts.publicUrl).origin;
  };

  const add = <N extends RuleName>(spec: SocketSpec<N>): void => {
    const entered = new WeakMap<FastifyRequest, { ask: Ask; opened: Entered<N> }>();
    const paths = new Set(spec.paths.flatMap((path) => [path, path.replace(/^\/api\/v\d/, '')]));
    for (const path of paths) {
      api.declare('GET', path, spec.may);
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
          const kept = keeper.keep(ws);
          const first = entered.get(request);
          if (first) run(spec, kept, first.ask, first.opened);
          const admitted = first ? Promise.resolve() : awaitAuth(spec, ws, kept, request);
          answerPings(ws, kept, admitted);
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
