import type { DeviceId } from '@tocsin/contract/ids';
import { type Intake, type Message, OtherLayout, type Receipt } from './flow/1-receive/intake.ts';
import { FrameRefusal } from './flow/1-receive/refusal.ts';
import { countRefusal } from './flow/2-remember/board.ts';
import { beginSession, endSession, fallSilent, forgiveSilence } from './flow/2-remember/life.ts';
import { type Remembered, rememberBirth, rememberData, rememberDeath } from './flow/2-remember/remember.ts';
import { freshSilence, offlineAfterMs } from './flow/2-remember/silence.ts';
import { freshJudged, type Judged } from './flow/3-judge/desk.ts';
import { judge, passTime } from './flow/3-judge/judge.ts';
import { worstOf } from './flow/5-tell/live-document.ts';
import { LiveHub } from './flow/5-tell/live-hub.ts';
import { NotificationHub } from './flow/5-tell/notification-hub.ts';
import type { CatalogDevice, Glance } from './flow/catalog.ts';
import type { KeepAsks, RefusalKind } from './flow/passing.ts';
import { LineCommands } from './line/commands.ts';
import { deskFor } from './line/desk.ts';
import { barrier, entryOf, isNothing, isOnlyDuplicates } from './line/entry.ts';
import { documentOf, liveState, type Place, setDue } from './line/place.ts';
import { Places } from './line/places.ts';
import type { LinePorts, Standing } from './line/ports.ts';
import { nothingTaken, type Read, readMessage, receiptOf, refusalOf, unknownDevice } from './line/receipt.ts';

export type { LinePorts } from './line/ports.ts';

/** Kept in stock: more than the events of any usual message. */
const idStock = 4_000;
const tickMs = 250;
/** When the process itself stood still for so long, the silence was ours. */
const stallMs = 5_000;

/**
 * The line: every frame's way from a door to the screens. Stages 2, 3 and 5 run at once and in memory; stage 4 commits,
 * and only then is the device acknowledged and an event told.
 */
export class Line implements Intake {
  readonly #ports: LinePorts;
  readonly places: Places;
  readonly live: LiveHub;
  readonly notifications: NotificationHub;
  readonly commands: LineCommands;
  /** Refused messages and frames by kind, since the start. */
  readonly refused: Partial<Record<RefusalKind, number>> = {};
  #stock = idStock;
  #lastTick = 0;
  #cancelTick: () => void = () => {};

  constructor(ports: LinePorts) {
    this.#ports = ports;
    this.live = new LiveHub(
      ports.clock,
      (id) => this.document(id),
      (id, on) => ports.elsewhere?.interest(id, on),
    );
    this.notifications = new NotificationHub((id) => ports.catalog.byId(id));
    this.places = new Places(ports, (ids, active) => {
      this.notifications.restore(ids, active);
      if (ids === 'all') return;
      for (const id of ids) {
        this.live.changed(id);
        ports.changed?.(id);
      }
    });
    this.commands = new LineCommands(ports, this.places, (place) => this.changed(place));
  }

  /** The data's way. `answer` is called once: after the commit, or at once when there is nothing to commit. */
  take(message: Message, answer: (receipt: Receipt) => void): void {
    const place = this.places.of(message.deviceId);
    if (!place) answer(this.places.isOurs(message.deviceId) ? unknownDevice : { kind: 'again' });
    else if (!this.#hasIds() || !this.places.whenReady(place, () => this.#take(place, message, answer)))
      answer({ kind: 'again' });
  }

  #take(place: Place, message: Message, answer: (receipt: Receipt) => void): void {
    if (!this.places.isPresent(place)) {
      answer({ kind: 'again' });
      return;
    }
    try {
      const { board } = place;
      const read = readMessage(message, board.layout, board.layoutRefused); //   1  bytes -> readings
      const found = this.#remember(place, message, read); //                     2  readings -> changes
      const judged = freshJudged();
      judge(place.judge, place.judged, board.texts.list, found.changes, deskFor(this.#ports, judged)); // 3 -> events
      void this.#ports.reach?.('judged');
      this.#keep(place, read, found, judged, answer); //                         4  -> rows, then the acknowledgement
      this.changed(place); //                                                    5  -> socket messages
    } catch (error) {
      answer(this.#trouble(place, error));
    }
  }

  #remember(place: Place, { session }: Message, read: Read): Remembered {
    const { clock, ids, retentionMs } = this.#ports;
    const when = { now: clock.now(), retentionMs };
    switch (read.kind) {
      case 'birth':
        return rememberBirth(place.board, read.birth, session, () => ids.layout.next(), when);
      case 'data':
        for (const refusal of read.data.refused) countRefusal(place.board, refusal.kind, refusal.message, when.now);
        return rememberData(place.board, read.data.frames, read.data.single, when);
      case 'death':
        return rememberDeath(place.board, read.ts, read.will ? session : null, when);
      default:
        return read satisfies never;
    }
  }

  #keep(place: Place, read: Read, found: Remembered, judged: Judged, answer: (receipt: Receipt) => void): void {
    if (read.kind === 'data') for (const refusal of read.data.refused) this.#count(refusal.kind, 1);
    if (found.refusedKind) this.#count(found.refusedKind, found.refused);
    const nothing = nothingTaken(read, found);
    if (nothing && isNothing(judged)) {
      answer(nothing);
      return;
    }
    const done: Parameters<typeof barrier>[1] = (outcome, stored) =>
      answer(nothing ?? receiptOf(read, found, outcome, stored));
    const { id } = place.device;
    this.#ports.keep.put(isOnlyDuplicates(found, judged) ? barrier(id, done) : entryOf(id, found, judged, done));
  }

  /** A refusal of the whole message, or a mistake of ours: then the board is not trusted any more. */
  #trouble(place: Place, error: unknown): Receipt {
    const { log, clock, ids } = this.#ports;
    if (error instanceof FrameRefusal) {
      countRefusal(place.board, error.kind, error.message, clock.now());
      this.#count(error.kind, 1);
      this.changed(place);
      return refusalOf(error);
    }
    if (error instanceof OtherLayout) return { kind: 'again' };
    this.places.distrust(place);
    if (ids.event.left() === 0) {
      this.#stock *= 2;
      return { kind: 'again' };
    }
    log.error('a message could not be handled', { device: place.device.id, error });
    return { kind: 'refused', why: 'structure', text: 'It could not be handled' };
  }

  /** The catalog has another picture of a device: null before it was claimed, null after it was removed. */
  catalogChanged(before: CatalogDevice | null, after: CatalogDevice | null): void {
    this.notifications.deviceChanged(before, after);
    this.commands.catalogChanged(before, after);
  }

  /** The device has another present state: its document is written anew for who watches, its next deadline set. */
  changed(place: Place): void {
    setDue(place);
    place.document = null;
    this.live.changed(place.device.id);
    this.#ports.changed?.(place.device.id);
  }

  /** The live document as text; null for a device that nobody knows. */
  document(id: DeviceId): string | null {
    const { keep, clock, elsewhere } = this.#ports;
    const place = this.places.of(id);
    // Of a board that is being restored after a take-over nothing is known yet.
    if (!place || (elsewhere && place.held && place.board.layout === null)) return elsewhere?.document(id) ?? null;
    return documentOf(place, clock.now(), keep.storedUntil());
  }

  /** What a card shows of a device now. */
  readonly glance: Glance = (id) => {
    const place = this.places.get(id);
    if (!place) return this.#ports.elsewhere?.standing(id);
    if (place.board.onlineSince === null) return undefined;
    const { board } = place;
    return {
      online: board.online,
      status: worstOf(liveState(place, this.#ports.clock.now())),
      lastSeenAt: board.newest?.receivedAt ?? null,
    };
  };

  /** How devices of ours stand, for the lists of other processes. */
  standings(ids: Iterable<DeviceId> | 'all'): [DeviceId, Standing][] {
    const wanted = ids === 'all' ? [...this.places.all()].map((place) => place.device.id) : [...ids];
    return wanted.flatMap((id) => {
      const place = this.places.get(id);
      const seen = place && this.glance(id);
      if (!seen) return [];
      return [[id, { ...seen, offlineAfterMs: offlineAfterMs(place.board.silence), rbe: place.board.rbe }]];
    });
  }

  /** What stage 4 asks back. */
  readonly asks: KeepAsks = {
    boardRow: (id) => this.places.row(id),
    committed: (batch) => {
      this.notifications.committed(batch);
      this.#ports.committed?.(batch);
    },
    discard: (ids) => this.places.discard(ids),
    refused: (id, text) => {
      const place = this.places.get(id);
      if (place) countRefusal(place.board, 'structure', text, this.#ports.clock.now());
    },
  };

  /** Restores every board; doors open after it. */
  async start(): Promise<void> {
    const { ids, clock } = this.#ports;
    await Promise.all([ids.event.fill(this.#stock), ids.layout.fill(1), this.places.restoreAll()]);
    this.#lastTick = clock.now();
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
  }

  stop(): void {
    this.#cancelTick();
    this.places.stop();
    this.live.stop();
  }

  beginSession(id: DeviceId, session: number): void {
    const place = this.places.of(id);
    if (place) beginSession(place.board, session);
  }

  endSession(id: DeviceId, session: number): void {
    const place = this.places.get(id);
    if (!place) return;
    endSession(place.board, session, this.#ports.clock.now());
    setDue(place);
  }

  /** ms of silence after which a device is offline; what is usual for one that nothing is known of. */
  offlineAfter(id: DeviceId): number {
    const place = this.places.get(id);
    const told = place ? undefined : this.#ports.elsewhere?.standing(id);
    return told?.offlineAfterMs ?? offlineAfterMs(place?.board.silence ?? freshSilence());
  }

  reportsByException(id: DeviceId): boolean {
    return this.places.get(id)?.board.rbe ?? this.#ports.elsewhere?.standing(id)?.rbe ?? false;
  }

  countRefused(id: DeviceId, why: RefusalKind): void {
    this.#count(why, 1);
    const counted = this.places.get(id)?.board.counters.refused;
    if (counted) counted[why] = (counted[why] ?? 0) + 1;
  }

  full(): boolean {
    return this.#ports.keep.full();
  }

  whenRoom(fn: () => void): void {
    this.#ports.keep.whenRoom(fn);
  }

  /** Silence and counters that turn without a frame are changes too. */
  #tick(): void {
    const now = this.#ports.clock.now();
    const stalled = now - this.#lastTick > stallMs;
    this.#lastTick = now;
    for (const place of this.places.all()) {
      if (this.#ports.isSurelyOurs?.(place.device.id) === false) continue;
      if (stalled && !place.held) {
        forgiveSilence(place.board, now);
        setDue(place);
      }
      if (place.dueAt <= now && !place.held && this.#hasIds()) this.#due(place, now);
    }
    this.#cancelTick = this.#ports.clock.after(tickMs, () => this.#tick());
  }

  #due(place: Place, now: number): void {
    try {
      const judged = freshJudged();
      const desk = deskFor(this.#ports, judged);
      passTime(place.judge, place.judged, desk);
      const silent = fallSilent(place.board, now);
      if (silent) judge(place.judge, place.judged, place.board.texts.list, [silent], desk);
      if (!isNothing(judged)) this.#ports.keep.put(entryOf(place.device.id, null, judged, () => {}));
      this.changed(place);
    } catch (error) {
      this.#trouble(place, error);
    }
  }

  #hasIds(): boolean {
    const { ids, log } = this.#ports;
    const warn = (error: unknown) => log.warn('no ids could be fetched', { error });
    if (ids.event.left() < this.#stock) ids.event.fill(this.#stock).catch(warn);
    if (ids.layout.left() < 1) ids.layout.fill(1).catch(warn);
    return ids.event.left() >= idStock / 2 && ids.layout.left() > 0;
  }

  #count(why: RefusalKind, times: number): void {
    this.refused[why] = (this.refused[why] ?? 0) + times;
  }
}
