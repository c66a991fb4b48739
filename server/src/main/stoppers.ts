import type { Log } from '../base/log.ts';

/** What was started is stopped in reverse, each part once, whatever the others do. */
export interface Stoppers {
  add(name: string, stop: () => void | Promise<void>): void;
  stopAll(): Promise<void>;
}

export function createStoppers(log: Log): Stoppers {
  const parts: { name: string; stop: () => void | Promise<void> }[] = [];
  let stopping: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.stop();
        log.debug('stopped', { part: part.name });
      } catch (error) {
        log.error('a part did not stop cleanly', { part: part.name, error });
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
