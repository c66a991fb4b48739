import { describe, expect, it } from 'vitest';
import { createKeyedSubscribers, createStore, createSubscribers } from './store.ts';

describe('subscribers', () => {
  it('are called with the value, in the order of subscription, until they unsubscribe', () => {
    const { subscribe, notify, isEmpty } = createSubscribers<number>();
    const calls: string[] = [];
    const leave = subscribe((value) => calls.push(`first ${value}`));
    subscribe((value) => calls.push(`second ${value}`));
    notify(1);
    leave();
    leave();
    notify(2);
    expect(calls).toEqual(['first 1', 'second 1', 'second 2']);
    expect(isEmpty()).toBe(false);
  });

  it('may unsubscribe while they are called', () => {
    const { subscribe, notify, isEmpty } = createSubscribers();
    const leave = subscribe(() => leave());
    notify();
    notify();
    expect(isEmpty()).toBe(true);
  });

  it('of one key are not called for another, and may unsubscribe twice after a new subscription of the key', () => {
    const { subscribe, notify } = createKeyedSubscribers();
    const calls: string[] = [];
    const leave = subscribe('a', () => calls.push('old a'));
    subscribe('b', () => calls.push('b'));
    leave();
    notify('a');
    subscribe('a', () => calls.push('new a'));
    leave();
    notify('a');
    notify('none');
    expect(calls).toEqual(['new a']);
  });
});

describe('a store', () => {
  it('calls its subscribers when the value is replaced, and not for the same value', () => {
    const store = createStore<readonly number[]>([]);
    const seen: (readonly number[])[] = [];
    const leave = store.subscribe(() => seen.push(store.get()));
    const next = [1];
    store.set(next);
    store.set(next);
    leave();
    store.set([2]);
    expect(seen).toEqual([[1]]);
    expect(store.get()).toEqual([2]);
  });
});
