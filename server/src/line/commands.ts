import type { EventType } from '@tocsin/contract/event';
import type { DeviceId } from '@tocsin/contract/ids';
import { type Desk, freshJudged, type Judged, write } from '../flow/3-judge/desk.ts';
import { endAll, fixOpenEvents, openEvents } from '../flow/3-judge/fix.ts';
import { planOf, replan } from '../flow/3-judge/judge.ts';
import { commandTest, failTest, type TestAnswer, type TestCommand } from '../flow/3-judge/maintenance.ts';
import type { Administration, CatalogDevice } from '../flow/catalog.ts';
import { type EventRow, type KeepEntry, type MaintenanceStep, siteItself } from '../flow/passing.ts';
import { deskFor } from './desk.ts';
import { barrier, entryOf, isNothing } from './entry.ts';
import { judgedDevice, type Place } from './place.ts';
import type { Places } from './places.ts';
import type { LinePorts } from './ports.ts';

/** Its partition has moved while something was being done to it: whoever has it now restores and does it. */
export class GoneError extends Error {}
const unlessGone = (error: unknown): void => {
  if (!(error instanceof GoneError)) throw error;
};

/**
 * What persons and the catalog do to a device's alarm state. It enters the line at stage 3, so that alarm state has one
 * writer, and is answered after its commit.
 */
export class LineCommands {
  readonly #ports: LinePorts;
  readonly #places: Places;
  readonly #changed: (place: Place) => void;

  constructor(ports: LinePorts, places: Places, changed: (place: Place) => void) {
    this.#ports = ports;
    this.#places = places;
    this.#changed = changed;
  }

  /** Starts or cancels a maintenance test; undefined: no such device. */
  async test(id: DeviceId, command: TestCommand): Promise<TestAnswer | undefined> {
    return this.#on(id, (place, desk) =>
      commandTest(place.judge.state, planOf(place.judge, place.judged), command, desk),
    );
  }

  /** A comment that comes after a test's end: an appended row of its own. */
  async comment(step: Omit<MaintenanceStep, 'id' | 'at' | 'step'>): Promise<void> {
    await this.#on(step.deviceId, (_place, desk) => {
      desk.out.steps.push({ ...step, id: desk.nextId(), at: desk.now, step: 'comment' });
    });
  }

  /** Ends every active notification that the live state no longer bears out. */
  async fix(id: DeviceId): Promise<void> {
    await this.#on(
      id,
      (place, desk) => {
        const { board, judge } = place;
        fixOpenEvents(judge.state, planOf(judge, place.judged), board.known, board.online, desk);
      },
      (place) => ({ ids: openEvents(place.judge.state).map((open) => open.id), at: this.#ports.clock.now() }),
    );
  }

  /** A person's change of a device or a site as an event of the log. */
  async administered(what: Administration): Promise<void> {
    if (what.deviceId !== null) {
      await this.#on(what.deviceId, (place, desk) => this.#tell(place, desk, what.type, what.content));
      return;
    }
    const { catalog, clock, ids, keep } = this.#ports;
    const site = [...catalog.all()].find((device) => device.siteId === what.siteId);
    if (!site) return;
    const now = clock.now();
    const event: EventRow = {
      ...{ id: ids.event.next(), deviceId: siteItself, type: what.type, at: now, receivedAt: now },
      ...{ groupId: null, sensorId: null, sensorName: null, content: what.content, value: null },
      ...{ late: false, told: true, forebearId: null, active: false, test: false, ruleId: null },
      site,
    };
    const judged: Judged = { ...freshJudged(), events: [event] };
    await new Promise<void>((resolve) =>
      keep.put({ ...entryOf(siteItself, null, judged, () => resolve()), board: false }),
    );
  }

  /** The catalog has another picture of a device: null before it was claimed, null after it was removed. */
  catalogChanged(before: CatalogDevice | null, after: CatalogDevice | null): void {
    if (after) this.#settings(after, before?.suspended === true && !after.suspended);
    else if (before) this.#removed(before);
  }

  #settings(device: CatalogDevice, toldAgain: boolean): void {
    const known = this.#places.get(device.id);
    if (!known) {
      // Claimed now, or restored after its removal: then its board lies in the database.
      if (this.#places.of(device.id)) this.#places.discard([device.id]);
      return;
    }
    known.device = device;
    known.judged = judgedDevice(device);
    void this.#on(device.id, (place, desk) => {
      replan(place.judge, place.judged, desk.now, desk);
      if (!toldAgain) return;
      for (const open of openEvents(place.judge.state))
        desk.out.changes.push({ kind: 'again', id: open.id, deviceId: device.id });
    }).catch(unlessGone);
  }

  /** Open events of a removed device end as 'Removed'; its place goes once that is committed. */
  #removed(device: CatalogDevice): void {
    if (!this.#places.get(device.id)) return;
    void this.#on(device.id, (place, desk) => {
      const plan = planOf(place.judge, place.judged);
      failTest(place.judge.state, plan, 'device removed', desk);
      endAll(place.judge.state, plan, 'Removed', desk);
    })
      .then(() => {
        if (!this.#ports.catalog.byId(device.id)) this.#places.remove(device.id);
      })
      .catch(unlessGone);
  }

  #tell(place: Place, desk: Desk, type: EventType, content: string): void {
    write(desk, planOf(place.judge, place.judged), { type, at: desk.now, content });
  }

  /** Does something to a device's state and resolves after its commit; once more when it was not stored. */
  #on<T>(
    id: DeviceId,
    act: (place: Place, desk: Desk) => T,
    standing: (place: Place) => KeepEntry['standing'] = () => null,
  ): Promise<T | undefined> {
    const place = this.#places.of(id);
    if (!place) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const run = (): void => {
        if (!this.#places.isPresent(place)) {
          again();
          return;
        }
        const judged = freshJudged();
        const answer = act(place, deskFor(this.#ports, judged));
        const done: KeepEntry['done'] = (outcome) => {
          // The board was restored meanwhile: what was asked for is done on the restored one.
          if (outcome === 'again') again();
          else if (outcome === 'refused') reject(new Error('It could not be stored'));
          else resolve(answer);
        };
        const stands = standing(place);
        const entry = isNothing(judged) && !stands ? barrier(id, done) : entryOf(id, null, judged, done, stands);
        this.#ports.keep.put(entry);
        this.#changed(place);
      };
      const again = (): void => {
        if (!this.#places.isPresent(place)) reject(new GoneError('This device is judged by another process now'));
        else if (!this.#places.whenReady(place, run)) reject(new Error('Too much waits for this device'));
      };
      again();
    });
  }
}
