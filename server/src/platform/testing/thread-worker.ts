import { serveThread } from '../thread.ts';

/** A thread for tests: one call never answers, one finds no free connection, one has a bug. */
serveThread(() => ({
  hang: () => new Promise(() => {}),
  busy: () => {
    throw new Error('timeout exceeded when trying to connect');
  },
  broken: () => {
    throw new Error('a mistake');
  },
  stop: () => {},
}));
