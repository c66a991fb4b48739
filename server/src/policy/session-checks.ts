import type { Clock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import type { Gate } from './gate.ts';
import type { Who } from './who.ts';

/** A socket of a session: told when its session is none any more. */
export interface OfSession {
  ended(refusal: Refusal): void;
}

export interface SessionChecks {
  /** Counts a socket of this session; the answer takes it out again. */
  join(token: string, socket: OfSession): () => void;
  /** A socket is open still: an open socket is use, said to the session once a minute however many it has. */
  used(token: string, who: Who): void;
}

interface Session {
  readonly sockets: Set<OfSession>;
  checkedAt: number;
}

const everyMs = 60_000;

/** What no trigger tells of open sockets (a session's age, a key's end) is found here, a minute late at most. */
export const createSessionChecks = (
  gate: Pick<Gate, 'who' | 'used'>,
  clock: Clock,
  failed: (error: unknown) => void,
): SessionChecks => {
  const sessions = new Map<string, Session>();

  const check = async (token: string, who: Who, session: Session): Promise<void> => {
    try {
      await gate.used(who);
      await gate.who(token);
    } catch (error) {
      // A database that is away ends nobody's session.
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
