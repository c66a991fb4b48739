import type { Log } from '../platform/log.ts';

/** Stops in reverse order of start, each hook once, even when others fail. */
export interface ShutdownHooks {
  add(name: string, stop: () => void | Promise<void>): void;
  stopAll(): Promise<void>;
}

export function createShutdownHooks(log: Log): ShutdownHooks {
  const hooks: { name: string; stop: () => void | Promise<void> }[] = [];
  let stopping: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (let part = hooks.pop(); part; part = hooks.pop()) {
      try {
        await part.stop();
        log.debug('stopped', { part: part.name });
      } catch (error) {
        log.error('a component did not stop cleanly', { part: part.name, error });
      }
    }
  };
  return {
    add: (name, stop) => hooks.push({ name, stop }),
    stopAll: () => {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
