import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { EdgeQueue } from './edge-queue.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edge-queue-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let now = 1_000;
let restored = 0;
const openQueue = (maxBytes = 1024 * 1024) =>
  new EdgeQueue({
    folder,
    maxBytes,
    log: createLog('silent'),
    now: () => now,
    checkpoint: () => `{"devices":["after ${now}"]}`,
    restore: () => restored++,
  });
const append = (queue: EdgeQueue, ...texts: string[]) =>
  new Promise<boolean>((done) =>
    queue.append(
      texts.map((text) => (n: number) => `${n} ${text}`),
      done,
    ),
  );
const segmentFiles = () => readdirSync(folder).filter((name) => name.endsWith('.seg'));
const recordsOf = (queue: EdgeQueue) => [...queue.all()].filter(({ n }) => n > 0);
const textsOf = (queue: EdgeQueue) => recordsOf(queue).map(({ text }) => text.split(' ').slice(1).join(' '));
const filler = 'x'.repeat(10_000);

describe('the queue on disk', () => {
  it('has its records, with their numbers, after it was opened again without a stop', async () => {
    const queue = openQueue();
    expect(await Promise.all([append(queue, 'one', 'two'), append(queue), append(queue, 'three')])).toEqual([
      true,
      true,
      true,
    ]);
    const again = openQueue();
    expect(recordsOf(again)).toEqual([
      { n: 1_000, text: '1000 one' },
      { n: 1_001, text: '1001 two' },
      { n: 1_002, text: '1002 three' },
    ]);
    expect(again.next).toBe(1_003);
    expect(again.read(1_001)).toBe('1001 two');
    expect(again.read(1_003)).toBeNull();
  });

  it('cuts a torn tail and goes on behind what was stored', async () => {
    const queue = openQueue();
    await append(queue, 'whole');
    await queue.stop();
    const [file = ''] = segmentFiles();
    const whole = readFileSync(join(folder, file));
    for (let torn = 1; torn < 14; torn++) {
      writeFileSync(join(folder, file), whole);
      appendFileSync(
        join(folder, file),
        Buffer.from([6, 0, 0, 0, 1, 2, 3, 4, 97, 98, 99, 100, 101, 102]).subarray(0, torn),
      );
      expect(textsOf(openQueue())).toEqual(['whole']);
      expect(readFileSync(join(folder, file))).toEqual(whole);
    }
    const again = openQueue();
    await append(again, 'next');
    expect(textsOf(openQueue())).toEqual(['whole', 'next']);
  });

  it('keeps what stands behind a damaged record, and counts it', async () => {
    const queue = openQueue();
    await append(queue, 'first', 'second', 'third');
    await queue.stop();
    const [file = ''] = segmentFiles();
    const bytes = readFileSync(join(folder, file));
    bytes[bytes.indexOf('second')] = 0;
    writeFileSync(join(folder, file), bytes);
    const again = openQueue();
    expect(textsOf(again)).toEqual(['first', 'third']);
    expect([again.damaged, again.records]).toEqual([1, 2]);
  });

  it('begins segments with the state after everything before them, and deletes them once confirmed', async () => {
    const queue = openQueue();
    for (let i = 0; i < 62; i++) {
      now = 2_000 + i;
      await append(queue, `${i} ${filler}`);
    }
    const files = segmentFiles();
    expect(files.length).toBeGreaterThan(2);
    expect(queue.newestSegment()?.checkpoint).toMatch(/^\{"devices":\["after 20\d\d"\]\}$/);
    queue.confirmed.add(queue.oldest, queue.next - 1);
    queue.forget();
    expect(segmentFiles()).toEqual(files.slice(-1));
    expect([queue.records, queue.read(queue.next - 1)?.length]).toEqual([1, `1061 61 ${filler}`.length]);
    // Without the note of what is confirmed, records come back; with it they do not.
    expect(openQueue().records).toBeGreaterThan(1);
    queue.saveConfirmed();
    expect(openQueue().records).toBe(1);
  });

  it('is full at its bound, and has room again once old records are confirmed', async () => {
    const queue = openQueue(600_000);
    let appended = 0;
    while (!queue.isFull()) {
      await append(queue, filler);
      appended++;
    }
    expect(appended).toBeLessThan(61);
    let isRoom = false;
    queue.whenRoom(() => {
      isRoom = true;
    });
    queue.confirmed.add(queue.oldest, queue.next);
    queue.forget();
    expect([isRoom, queue.isFull()]).toEqual([true, false]);
  });

  it('stores nothing of a group that could not be written, nor of what waits behind it', async () => {
    const queue = openQueue();
    await append(queue, 'kept');
    const before = queue.next;
    // Closing the file makes the next write fail like a full disk does.
    await queue.stop();
    rmSync(folder, { recursive: true, force: true });
    restored = 0;
    expect(await Promise.all([append(queue, 'a'), append(queue, 'b')])).toEqual([false, false]);
    expect([restored, queue.next, queue.isFull()]).toEqual([1, before, true]);
  });

  it('frees the newest segment too when the disk is full and all of it is confirmed', async () => {
    const queue = openQueue();
    await append(queue, 'one', 'two');
    const { next } = queue;
    queue.confirmed.add(queue.oldest, next);
    queue.forget();
    await queue.stop();
    const [full = ''] = segmentFiles();
    // No write to this file succeeds any more, like on a full disk.
    rmSync(join(folder, full));
    symlinkSync('nowhere', join(folder, full));
    const hasRoom = new Promise<void>((resolve) => queue.whenRoom(resolve));
    expect(await append(queue, 'refused')).toBe(false);
    await hasRoom;
    expect(segmentFiles()).toEqual([`${String(next).padStart(16, '0')}.seg`]);
    expect([queue.isFull(), queue.records, await append(queue, 'three')]).toEqual([false, 0, true]);
    const again = openQueue();
    expect(again.newestSegment()?.checkpoint).toBe(`{"devices":["after ${now}"]}`);
    expect(recordsOf(again)).toEqual([{ n: next, text: `${next} three` }]);
  });

  it('keeps a newest segment that is not confirmed, however full the disk is', async () => {
    const queue = openQueue();
    await append(queue, 'one', 'two');
    queue.confirmed.add(queue.oldest);
    queue.forget();
    await queue.stop();
    const files = segmentFiles();
    rmSync(join(folder, files[0] ?? ''));
    symlinkSync('nowhere', join(folder, files[0] ?? ''));
    expect(await append(queue, 'refused')).toBe(false);
    await queue.stop();
    expect([segmentFiles(), queue.records, queue.isFull()]).toEqual([files, 1, true]);
  });
});
