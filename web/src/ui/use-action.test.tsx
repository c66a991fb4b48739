// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastHost } from './toast.tsx';
import { type Action, useAction } from './use-action.ts';

/** A refusal as calls throw it. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

let queries: QueryClient;
let root: Root;
let action: Action<[string]>;
const show = (content: ReactNode) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        {content}
        <ToastHost />
      </QueryClientProvider>,
    ),
  );
const toasts = (): (string | null)[] =>
  Array.from(document.querySelectorAll('[role=alert], [role=status]'), (toast) => toast.textContent);

type Options = Parameters<typeof useAction<[string], string>>[1];
const Saves = ({ save, options }: { save: (name: string) => Promise<string>; options?: Options }) => {
  action = useAction(save, options);
  return null;
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // What `act` waits for; by default after a timer.
  notifyManager.setScheduler(queueMicrotask);
  queries = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => {
    for (const close of document.querySelectorAll('button')) close.click();
  });
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  notifyManager.setScheduler((notify) => setTimeout(notify));
});

test('a success shows its toast, refetches and is done, in this order, and then is no longer busy', async () => {
  const steps: string[] = [];
  queries.setQueryData(['names'], []);
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => {
    steps.push(`refetch ${filters?.queryKey?.join()}`);
  });
  await show(
    <Saves
      save={async (name) => `${name} 1`}
      options={{
        refetches: [['names']],
        toast: (made, typed) => `Saved ${made} as ${typed}`,
        onDone: (made, typed) => steps.push(`done ${made} ${typed}`),
      }}
    />,
  );
  await act(async () => action.run('Leg'));
  expect(steps).toEqual(['refetch names', 'done Leg 1 Leg']);
  expect(toasts()).toEqual(['Saved Leg 1 as Leg']);
  expect(action).toMatchObject({ busy: false, failure: null, args: ['Leg'] });
});

test('a second press while it runs does nothing, also before the page has rendered', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const save = vi.fn(() => promise);
  await show(<Saves save={save} />);
  await act(async () => {
    action.run('first');
    action.run('second');
  });
  expect(action).toMatchObject({ busy: true, args: ['first'] });
  await act(async () => action.run('third'));
  await act(async () => resolve('saved'));
  expect(action.busy).toBe(false);
  expect(save.mock.calls).toEqual([['first']]);
});

test('a failure is a toast unless the component shows it, and is forgotten at the next start', async () => {
  let refuses = true;
  const save = async (name: string): Promise<string> => {
    if (refuses) throw new Refusal(409, `${name} is taken.`);
    return name;
  };
  await show(<Saves key="toast" save={save} />);
  await act(async () => action.run('Leg'));
  expect(toasts()).toEqual(['Leg is taken.']);
  expect(action).toMatchObject({ busy: false, failure: null });
  await show(<Saves key="here" save={save} options={{ fails: 'here' }} />);
  await act(async () => action.run('Pit'));
  expect(toasts()).toEqual(['Leg is taken.']);
  expect(action).toMatchObject({ busy: false, failure: 'Pit is taken.' });
  refuses = false;
  await act(async () => action.run('Pit'));
  expect(action.failure).toBeNull();
});

test('a form whose save did not reach a server, or a busy one, says that nothing was saved', async () => {
  const save = (status: string) => Promise.reject(new Refusal(Number(status), 'An error occured.'));
  await show(<Saves save={save} options={{ fails: 'here' }} />);
  for (const status of ['0', '503']) {
    await act(async () => action.run(status));
    expect(action.failure).toMatch(/^An error occured\. Nothing was saved/);
  }
  await act(async () => action.run('400'));
  expect(action.failure).toBe('An error occured.');
});

test('after a failure it refetches only if what is shown may be outdated', async () => {
  const refetched = vi.spyOn(queries, 'invalidateQueries');
  const save = () => Promise.reject(new Error('Somebody else was first.'));
  await show(<Saves save={save} options={{ refetches: [['names']] }} />);
  await act(async () => action.run('Leg'));
  expect(refetched).not.toHaveBeenCalled();
  await show(<Saves save={save} options={{ refetches: [['names']], refetchesAnyway: true }} />);
  await act(async () => action.run('Leg'));
  expect(refetched).toHaveBeenCalledWith({ queryKey: ['names'] });
});

test('an action whose component has gone still refetches, and a failure that it would have shown is a toast', async () => {
  const refetched = vi.spyOn(queries, 'invalidateQueries');
  const first = Promise.withResolvers<string>();
  await show(<Saves save={() => first.promise} options={{ refetches: [['names']], fails: 'here' }} />);
  await act(async () => action.run('Leg'));
  await show(null);
  await act(async () => first.resolve('saved'));
  expect(refetched).toHaveBeenCalledWith({ queryKey: ['names'] });
  const second = Promise.withResolvers<string>();
  await show(<Saves save={() => second.promise} options={{ fails: 'here' }} />);
  await act(async () => action.run('Pit'));
  await show(null);
  await act(async () => second.reject(new Error('The pit is gone.')));
  expect(toasts()).toEqual(['The pit is gone.']);
});
