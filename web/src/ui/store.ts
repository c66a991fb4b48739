/** Subscribers of one kind of event; `notify` calls them in the order of subscription. */
export interface Subscribers<T = void> {
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: (value: T) => void) => () => void;
  readonly notify: (value: T) => void;
  readonly isEmpty: () => boolean;
}

export const createSubscribers = <T = void>(): Subscribers<T> => {
  const listeners = new Set<(value: T) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (value) => {
      for (const listener of listeners) listener(value);
    },
    isEmpty: () => listeners.size === 0,
  };
};

/** Subscribers by key; `notify` calls those of one key. A key without subscribers takes no memory. */
export interface KeyedSubscribers {
  readonly subscribe: (key: string, listener: () => void) => () => void;
  readonly notify: (key: string) => void;
}

export const createKeyedSubscribers = (): KeyedSubscribers => {
  const byKey = new Map<string, Subscribers>();
  return {
    subscribe: (key, listener) => {
      const subscribers = byKey.get(key) ?? createSubscribers();
      byKey.set(key, subscribers);
      const unsubscribe = subscribers.subscribe(listener);
      return () => {
        unsubscribe();
        if (subscribers.isEmpty() && byKey.get(key) === subscribers) byKey.delete(key);
      };
    },
    notify: (key) => byKey.get(key)?.notify(),
  };
};

/** A value outside React with subscribers; components read it with `useStore`. */
export interface Store<T> {
  readonly get: () => T;
  /** Replaces the value and calls the subscribers, unless it is the same value. */
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const { subscribe, notify } = createSubscribers();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
    subscribe,
  };
};
