import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import type { Authorizer } from './authorize.ts';
import type { Principal } from './principal.ts';

/** A socket of a session; it is notified when the session is no longer valid. */
interface OfSession {
  ended(refusal: Refusal): void;
}

export interface SessionChecks {
  /** Registers a socket of this session; the returned function removes it. */
  join(token: string, socket: OfSession): () => void;
  /** An open socket counts as use where no client limits the idle time; checked once a minute per session. */
  used(token: string, who: Principal): void;
}

interface Session {
  readonly sockets: Set<OfSession>;
  checkedAt: number;
}

const everyMs = 60_000;

/** Detects ends that no trigger reports (a session's age, a key's expiry), at most a minute late. */
export const createSessionChecks = (
  authorizer: Pick<Authorizer, 'who' | 'used'>,
  clock: Clock,
  failed: (error: unknown) => void,
): SessionChecks => {
  const sessions = new Map<string, Session>();

  const check = async (token: string, who: Principal, session: Session): Promise<void> => {
    try {
      await authorizer.used(who);
      await authorizer.who(token, '', true);
    } catch (error) {
      // An unavailable database ends no session.
      if (!(error instanceof Refusal)) failed(error);
      else for (const socket of [...session.sockets]) socket.ended(error);
    }
  };

  return {
    join(token, socket) {
      const session = sessions.get(token) ?? { sockets: new Set(), checkedAt: clock.now() };
      sessions.set(token, session);
      session.sockets.add(socket);
      return () => {
        session.sockets.delete(socket);
        if (session.sockets.size === 0 && sessions.get(token) === session) sessions.delete(token);
      };
    },
    used(token, who) {
      const session = sessions.get(token);
      if (!session || clock.now() - session.checkedAt < everyMs) return;
      session.checkedAt = clock.now();
      void check(token, who, session);
    },
  };
};
