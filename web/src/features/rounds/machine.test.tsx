// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/rounds';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from '../../api/offline-queue.ts';
import { Machine } from './machine.tsx';

const recorded = vi.hoisted((): Pick<Draft, 'text' | 'tasks'>[] => []);
const kept = vi.hoisted(() => new Map<string, string>());
vi.mock('../../api/offline-queue.ts', () => ({
  newEntryId: () => crypto.randomUUID(),
  keepDraft: async ({ text }: Draft, id: string) => void kept.set(id, text),
  dropDraft: async (id: string) => void kept.delete(id),
  submit: async ({ text, tasks }: Draft, id: string) => {
    recorded.push({ text, tasks });
    kept.delete(id);
    return 'sent';
  },
}));

let root: Root;
const queries = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
const show = ({ stands }: { readonly stands: boolean }) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        <Machine machine={machine} site={1} zone="UTC" mayRecord stands={stands}>
          OK
        </Machine>
      </QueryClientProvider>,
    ),
  );
const machine = { device_id: 7, device: 'Leg 1', device_type: '0300', first_day: null, today: null };
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  recorded.length = 0;
  kept.clear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await show({ stands: false });
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const button = (name: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === name);
const press = (name: string) => act(async () => button(name)?.click());
const wait = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1_000));
const places = [texts.places.buckets, texts.places.tracking, texts.places.bearings];
const [place = ''] = places;
const answer = (about: string, word: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>(`[aria-label="${about}"] label`)]
      .find((each) => each.textContent === word)
      ?.querySelector('input')
      ?.click(),
  );
const write = (label: string, text: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const allWell = async () => {
  for (const each of places) await answer(each, texts.well);
};
const isAsleep = () => button(texts.done)?.disabled;
const well = texts.seen(places.join(', '));

test('a round is recorded ten seconds after the press, which sleeps until everything is answered', async () => {
  await answer(place, texts.well);
  expect(isAsleep()).toBe(true);
  await allWell();
  expect(isAsleep()).toBe(false);
  await press(texts.done);
  await wait(8);
  expect(recorded).toEqual([]);
  await wait(3);
  expect(recorded).toEqual([{ text: well, tasks: [] }]);
});

test('what is not well needs a word, and becomes a task', async () => {
  await allWell();
  await answer(place, texts.notWell);
  expect(isAsleep()).toBe(true);
  await write(texts.wrong(place), ' one bent ');
  expect(isAsleep()).toBe(false);
  await press(texts.done);
  await wait(11);
  const found = texts.found(place, 'one bent');
  const text = `${texts.seen(places.slice(1).join(', '))} ${texts.notSeen(found)}`;
  expect(recorded).toEqual([{ text, tasks: [found] }]);
});

test('a round that is being recorded is recorded when the page is closed', async () => {
  await allWell();
  await press(texts.done);
  await act(async () => window.dispatchEvent(new Event('pagehide')));
  expect(recorded).toEqual([{ text: well, tasks: [] }]);
});

test('a round is kept with its answers until it is recorded or undone, which leaves the answers', async () => {
  await allWell();
  await press(texts.done);
  expect([...kept.values()]).toEqual([well]);
  await press(texts.undo);
  expect([kept.size, isAsleep()]).toEqual([0, false]);
  await wait(11);
  expect(recorded).toEqual([]);
});

test('at a machine in alarm the button is not loud', async () => {
  await allWell();
  const before = button(texts.done)?.className;
  await show({ stands: true });
  expect(button(texts.done)?.className).not.toBe(before);
});
