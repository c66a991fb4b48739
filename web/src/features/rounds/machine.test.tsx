// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/rounds';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from '../../api/offline-queue.ts';
import { Machine } from './machine.tsx';

const recorded = vi.hoisted((): string[] => []);
const kept = vi.hoisted(() => new Map<string, string>());
vi.mock('../../api/offline-queue.ts', () => ({
  newEntryId: () => crypto.randomUUID(),
  keepDraft: async ({ text }: Draft, id: string) => void kept.set(id, text),
  dropDraft: async (id: string) => void kept.delete(id),
  submit: async ({ text }: Draft, id: string) => {
    recorded.push(text);
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

const press = (name: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('button, label')].find((each) => each.textContent === name)?.click(),
  );
const wait = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1_000));
const places = [texts.places.buckets, texts.places.tracking, texts.places.bearings];
const [place = ''] = places;

test('a round with ticks is recorded ten seconds after the last tick', async () => {
  await press(texts.done);
  await wait(8);
  await press(place);
  await wait(8);
  expect(recorded).toEqual([]);
  await wait(3);
  expect(recorded).toEqual([texts.seen(place)]);
});

test('a round that is being made is recorded when the page is closed', async () => {
  await press(texts.done);
  await press(place);
  await act(async () => window.dispatchEvent(new Event('pagehide')));
  expect(recorded).toEqual([texts.seen(place)]);
});

test('a round that is being made is kept with its ticks until it is recorded or undone', async () => {
  await press(texts.done);
  await press(place);
  expect([...kept.values()]).toEqual([texts.seen(place)]);
  await press(texts.undo);
  expect(kept.size).toBe(0);
  await press(texts.done);
  expect([...kept.values()]).toEqual(['']);
  await wait(11);
  expect([recorded, kept.size]).toEqual([[''], 0]);
});

test('what was ticked before an undo is not recorded with the next press', async () => {
  await press(texts.done);
  await press(place);
  await press(texts.undo);
  await press(texts.done);
  await wait(11);
  expect(recorded).toEqual(['']);
});

test('what to look at stands in the list before the press, and the button is loud when all was looked at', async () => {
  const button = () => [...document.querySelectorAll('button')].find((each) => each.textContent === texts.done);
  const before = button()?.className;
  expect([...document.querySelectorAll('label')].map((each) => each.textContent)).toEqual(places);
  for (const each of places) await press(each);
  expect(button()?.className).not.toBe(before);
  expect(recorded).toEqual([]);
  await show({ stands: true });
  expect(button()?.className).toBe(before);
  await press(texts.done);
  await wait(11);
  expect(recorded).toEqual([texts.seen(places.join(', '))]);
});
