import type { DeviceId } from '@tocsin/contract/ids';
import { freshBoard } from '../flow/2-remember/board.ts';
import { forgiveSilence } from '../flow/2-remember/life.ts';
import { fromRow, toRow } from '../flow/2-remember/row.ts';
import { freshJudged, type Judged } from '../flow/3-judge/desk.ts';
import { resume } from '../flow/3-judge/judge.ts';
import { freshState, loadState, saveState } from '../flow/3-judge/state.ts';
import type { BoardRow, EventRow, StoredBoard } from '../flow/passing.ts';
import { deskFor } from './desk.ts';
import { barrier, entryOf, isNothing } from './entry.ts';
import { freshPlace, judgedDevice, type Place, setDue } from './place.ts';
import type { LinePorts } from './ports.ts';

const retryMs = 1_000;
/** What may wait for a board that is being restored; more is to be sent again. */
const mostHeld = 200;

/**
 * The places of all devices, and the one way in which a board comes back: at the start, after a refused frame, after
 * the process gave up. Exactly the state after the last commit (design.md, Memory and database never part).
 */
export class Places {
  readonly #ports: LinePorts;
  readonly #places = new Map<DeviceId, Place>();
  readonly #restored: (ids: readonly DeviceId[] | 'all', active: readonly EventRow[]) => void;
  #stopped = false;

  constructor(ports: LinePorts, restored: (ids: readonly DeviceId[] | 'all', active: readonly EventRow[]) => void) {
    this.#ports = ports;
    this.#restored = restored;
  }

  get(id: DeviceId): Place | undefined {
    return this.#places.get(id);
  }

  /** The place of a device of ours that the catalog knows; a new device's is empty. */
  of(id: DeviceId): Place | undefined {
    const known = this.#places.get(id);
    if (known) return known;
    const device = this.#ports.catalog.byId(id);
    if (!device || !this.isOurs(id)) return undefined;
    const place = freshPlace(device);
    this.#places.set(id, place);
    return place;
  }

  isOurs(id: DeviceId): boolean {
    return this.#ports.isOurs?.(id) ?? true;
  }

  /** These became ours: frames wait until their boards are restored as another process left them. */
  own(isGained: (id: DeviceId) => boolean): void {
    const ids = [...this.#ports.catalog.all()].flatMap(({ id }) => (isGained(id) ? id : []));
    for (const id of ids) this.of(id);
    this.discard(ids);
  }

  /** These are no longer ours: what waits for their boards is to be sent again. */
  disown(isLost: (id: DeviceId) => boolean): void {
    for (const [id, place] of this.#places) {
      if (!isLost(id)) continue;
      this.#places.delete(id);
      for (const run of place.held?.splice(0) ?? []) run();
    }
  }

  /** Not one that was given away or forgotten meanwhile. */
  isPresent(place: Place): boolean {
    return this.#places.get(place.device.id) === place;
  }

  all(): IterableIterator<Place> {
    return this.#places.values();
  }

  remove(id: DeviceId): void {
    this.#places.delete(id);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Runs now, or when the board is back; false when too much waits already. */
  whenReady(place: Place, run: () => void): boolean {
    if (!place.held) run();
    else if (place.held.length >= mostHeld) return false;
    else place.held.push(run);
    return true;
  }

  row(id: DeviceId): BoardRow {
    const place = this.#places.get(id);
    if (!place || place.held) throw new Error(`device ${id} is being restored`);
    return toRow(place.board, saveState(place.judge.state));
  }

  /** At the start: every board there is. */
  async restoreAll(): Promise<void> {
    const { keep, clock, catalog } = this.#ports;
    const [boards, active] = await Promise.all([keep.loadBoards('all'), keep.loadActive('all')]);
    const stored = new Map(boards.map((board) => [board.row.deviceId, board]));
    for (const device of catalog.all()) {
      const place = this.of(device.id);
      if (place) this.#put(place, stored.get(device.id), clock.now());
    }
    this.#restored('all', active);
  }

  /** These boards are no longer true: frames wait until they are back. */
  discard(ids: readonly DeviceId[] | 'all'): void {
    const places = ids === 'all' ? [...this.#places.values()] : ids.flatMap((id) => this.#places.get(id) ?? []);
    for (const place of places) place.held ??= [];
    this.#restore(places);
  }

  /** A mistake in stages 2 or 3 left this board half changed: what waits ends first, then it is restored. */
  distrust(place: Place): void {
    if (place.held) return;
    place.held = [];
    const { id } = place.device;
    this.#ports.keep.put(barrier(id, () => this.#restore([place])));
  }

  #restore(asked: readonly Place[]): void {
    const { keep, clock, log } = this.#ports;
    const places = asked.filter((place) => this.isPresent(place));
    const ids = places.map((place) => place.device.id);
    if (ids.length === 0) return;
    Promise.all([keep.loadBoards(ids), keep.loadActive(ids)]).then(
      ([boards, active]) => {
        const stored = new Map(boards.map((board) => [board.row.deviceId, board]));
        const waiting = places.filter((place) => this.isPresent(place) && place.held);
        const back = new Set(waiting.map((place) => place.device.id));
        for (const place of waiting) this.#release(place, stored.get(place.device.id));
        this.#restored(
          [...back],
          active.filter((event) => back.has(event.deviceId)),
        );
      },
      (error: unknown) => {
        log.warn('boards could not be restored yet', { devices: ids.length, error });
        if (!this.#stopped) clock.after(retryMs, () => this.#restore(places));
      },
    );
  }

  #release(place: Place, stored: StoredBoard | undefined): void {
    const waiting = place.held ?? [];
    place.held = null;
    this.#put(place, stored, this.#ports.clock.now());
    for (const run of waiting) run();
  }

  #put(place: Place, stored: StoredBoard | undefined, now: number): void {
    const { sessions } = place.board;
    place.judged = judgedDevice(place.device);
    if (stored) {
      const { board, judged } = fromRow(stored);
      place.board = board;
      place.judge = { state: loadState(judged), plan: null };
      forgiveSilence(board, now);
    } else {
      place.board = freshBoard(place.device.id);
      place.judge = { state: freshState(), plan: null };
    }
    for (const session of sessions) place.board.sessions.add(session);
    place.document = null;
    const { layout } = place.board;
    if (layout) this.#resume(place, now);
    setDue(place);
  }

  /** Rules that were changed while nobody judged end their warnings. */
  #resume(place: Place, now: number): void {
    const { layout } = place.board;
    if (!layout) return;
    const judged: Judged = freshJudged();
    resume(place.judge, place.judged, layout, now, deskFor(this.#ports, judged));
    if (!isNothing(judged)) this.#ports.keep.put(entryOf(place.device.id, null, judged, () => {}));
  }
}
