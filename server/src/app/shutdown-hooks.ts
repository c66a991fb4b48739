import type { Log } from '../platform/log.ts';

/** Stops in reverse order of start, each hook once, even when others fail. */
export interface ShutdownHooks {
  add(name: string, stop: () => void | Promise<void>): void;
  stopAll(): Promise<void>;
}

export function createShutdownHooks(log: Log): ShutdownHooks {
  const parts: { name: string; stop: () => void | Promise<void> }[] = [];
  let stopping: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.stop();
        log.debug('stopped', { part: part.name });
      } catch (error) {
        log.error('a component did not stop cleanly', { part: part.name, error });
      }
    }
  };
  return {
    add: (name, stop) => parts.push({ name, stop }),
    stopAll: () => {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
