import { expect, test, vi } from 'vitest';
import type { Draft } from './offline-queue.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('./offline-store.ts', () => ({
  canKeep: () => true,
  holder: async () => ({ owner: '1', key: {}, contact: 'c' }),
  storeEntry: async (_: unknown, id: string, value: unknown) => void stored.set(id, value),
  storedEntries: async () => [...stored].map(([id, value]) => ({ id, owner: '1', value })),
  readEntry: async (_: unknown, { value }: { value: unknown }) => value,
  deleteEntry: async (id: string) => void stored.delete(id),
}));
/** What the server got, each id once; without a network nothing. */
const received = vi.hoisted(() => new Map<string, string>());
const network = vi.hoisted(() => ({ answer: async (): Promise<void> => undefined }));
vi.mock('./call.ts', () => ({
  call: async (_: unknown, { body }: { body: { note: string; entry: { id: string } } }) => {
    await network.answer();
    received.set(body.entry.id, body.note);
  },
}));

const held = new Set<string>();
vi.stubGlobal('navigator', {
  locks: {
    async request(name: string, ...rest: unknown[]) {
      const act = rest.at(-1) as (lock: object | null) => Promise<void>;
      if (held.has(name)) return await act(null);
      held.add(name);
      await act({});
      held.delete(name);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  },
});
/** What calls of the pages are answered from now on. */
let answer: (status: number) => void = () => undefined;
/** A page of the browser, with modules of its own. */
const openPage = async () => {
  vi.resetModules();
  const { CallError } = await import('./call-error.ts');
  answer = (status) => {
    network.answer = async () => {
      throw new CallError(status, `refused ${status}`, null);
    };
  };
  return await import('./offline-queue.ts');
};
const closePage = () => held.clear();
const round = (text: string): Draft => ({ kind: 'round', about: 'Leg 1', site: 1, device: 7, task: null, text });

test('what is being written when its page is closed without a network is sent at the next opening', async () => {
  const page = await openPage();
  const id = page.newEntryId();
  await page.keepDraft(round(''), id);
  await page.keepDraft(round('Belt runs true'), id);
  const beside = await openPage();
  await beside.sendWaiting();
  expect([received.size, beside.waiting.get().entries]).toEqual([0, []]);
  closePage();
  const next = await openPage();
  await next.sendWaiting();
  expect([...received]).toEqual([[id, 'Belt runs true']]);
  expect([stored.size, next.waiting.get().entries]).toEqual([0, []]);
});

test('what is undone is not sent, and what was sent or refused waits no longer', async () => {
  const page = await openPage();
  received.clear();
  const [undone, sent, refused] = [page.newEntryId(), page.newEntryId(), page.newEntryId()];
  await page.keepDraft(round('undone'), undone);
  await page.dropDraft(undone);
  await page.keepDraft(round('sent'), sent);
  expect(await page.submit(round('sent'), sent)).toBe('sent');
  answer(409);
  await expect(page.submit(round('refused'), refused)).rejects.toThrow('refused 409');
  expect([[...received], stored.size, held.size]).toEqual([[[sent, 'sent']], 0, 0]);
});

test('what is on its way when its page is closed is kept, and taken once', async () => {
  const page = await openPage();
  received.clear();
  network.answer = () => new Promise(() => undefined);
  const id = page.newEntryId();
  void page.submit(round('on its way'), id);
  await expect.poll(() => stored.size).toBe(1);
  closePage();
  network.answer = async () => undefined;
  await (await openPage()).sendWaiting();
  expect([[...received], stored.size]).toEqual([[[id, 'on its way']], 0]);
});

test('without a network it waits where it is seen at once', async () => {
  const page = await openPage();
  answer(0);
  expect(await page.submit(round('later'))).toBe('kept');
  expect(page.waiting.get().entries).toMatchObject([{ text: 'later', refused: null }]);
});
