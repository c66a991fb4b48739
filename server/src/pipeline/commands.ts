import type { EventType } from '@tocsin/contract/event';
import type { DeviceId } from '@tocsin/contract/ids';
import { planOf, replan, withShelves } from './3-evaluate/evaluate.ts';
import { type Evaluation, type EventSink, emptyEvaluation, write } from './3-evaluate/event-sink.ts';
import { endAll, fixOpenEvents, openEvents } from './3-evaluate/fix-notifications.ts';
import { commandTest, failTest, type TestAnswer, type TestCommand } from './3-evaluate/maintenance.ts';
import { returnedToService } from './3-evaluate/returned-to-service.ts';
import { sensorThatRuns } from './3-evaluate/running-sensor.ts';
import { commandShelf } from './3-evaluate/shelve-commands.ts';
import { endShelves } from './3-evaluate/shelves.ts';
import { endWalk } from './3-evaluate/walk.ts';
import { commandWalk } from './3-evaluate/walk-commands.ts';
import type { Administration, CatalogDevice } from './catalog.ts';
import type { PipelineDependencies } from './dependencies.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { type DeviceRuntime, endMoved, evaluatedDevice } from './device-runtime.ts';
import { liveEventSink } from './live-event-sink.ts';
import type { ShelveAnswer, ShelveCommand } from './shelf-types.ts';
import { type EventRow, type MaintenanceStep, siteItself, type WriteEntry } from './types.ts';
import type { WalkAnswer, WalkCommand } from './walk-types.ts';
import { barrier, entryOf, isNothing } from './write-entry.ts';

/** Thrown when the device's partition has moved meanwhile: its new owner restores the state and runs the command. */
export class GoneError extends Error {}
const unlessGone = (error: unknown): void => {
  if (!(error instanceof GoneError)) throw error;
};

/**
 * Actions of users and the catalog on a device's alarm state. They enter the pipeline at stage 3, so that alarm state
 * has one writer, and are answered after their commit.
 */
export class PipelineCommands {
  readonly #dependencies: PipelineDependencies;
  readonly #registry: DeviceRegistry;
  readonly #changed: (runtime: DeviceRuntime) => void;

  constructor(dependencies: PipelineDependencies, registry: DeviceRegistry, changed: (runtime: DeviceRuntime) => void) {
    this.#dependencies = dependencies;
    this.#registry = registry;
    this.#changed = changed;
  }

  /** Starts or cancels a maintenance test; undefined for an unknown device. */
  async test(id: DeviceId, command: TestCommand): Promise<TestAnswer | undefined> {
    return this.#on(id, (runtime, sink) =>
      commandTest(runtime.evaluator.state, planOf(runtime.evaluator, runtime.evaluatedDevice), command, sink),
    );
  }

  /** Starts, extends or ends a shelf; undefined for an unknown device. */
  async shelve(id: DeviceId, command: ShelveCommand): Promise<ShelveAnswer | undefined> {
    return this.#on(id, ({ device, evaluator, evaluatedDevice: settings }, sink) =>
      commandShelf(evaluator.state, planOf(evaluator, settings), device.siteId, command, sink),
    );
  }

  /** Starts, moves on or ends a walk test; undefined for an unknown device. */
  async walk(id: DeviceId, command: WalkCommand): Promise<WalkAnswer | undefined> {
    return this.#on(id, ({ device, deviceState, evaluator, evaluatedDevice: settings }, sink) => {
      const plan = planOf(evaluator, settings);
      const running = sensorThatRuns(plan, deviceState.texts.list, deviceState.known);
      const { siteId, serialNumber } = device;
      return commandWalk(evaluator.state, plan, { siteId, serialNumber, running }, command, sink);
    });
  }

  /** Adds a comment after a test's end, as a separate row. */
  async comment(step: Omit<MaintenanceStep, 'id' | 'at' | 'step'>): Promise<void> {
    await this.#on(step.deviceId, (_place, sink) => {
      sink.out.steps.push({ ...step, id: sink.nextId(), at: sink.now, step: 'comment' });
    });
  }

  /** Ends every active notification that the live state no longer supports. */
  async fix(id: DeviceId): Promise<void> {
    await this.#on(
      id,
      (runtime, sink) => {
        const { deviceState, evaluator } = runtime;
        fixOpenEvents(
          evaluator.state,
          planOf(evaluator, runtime.evaluatedDevice),
          deviceState.known,
          deviceState.online,
          sink,
        );
      },
      (runtime) => ({
        ids: openEvents(runtime.evaluator.state).map((open) => open.id),
        at: this.#dependencies.clock.now(),
      }),
    );
  }

  /** Records a user's change of a device or a site as an event in the log. */
  async administered(what: Administration): Promise<void> {
    if (what.deviceId !== null) {
      await this.#on(what.deviceId, (runtime, sink) => this.#publish(runtime, sink, what.type, what.content));
      return;
    }
    const { catalog, clock, ids, frameWriter } = this.#dependencies;
    const site = [...catalog.all()].find((device) => device.siteId === what.siteId);
    if (!site) return;
    const now = clock.now();
    const event: EventRow = {
      id: ids.event.next(),
      deviceId: siteItself,
      type: what.type,
      at: now,
      receivedAt: now,
      groupId: null,
      sensorId: null,
      sensorName: null,
      content: what.content,
      value: null,
      late: false,
      needsAcknowledgement: false,
      shelved: false,
      priority: null,
      respondWithinMinutes: null,
      notified: true,
      forebearId: null,
      active: false,
      test: false,
      ruleId: null,
      site,
    };
    const evaluation: Evaluation = { ...emptyEvaluation(), events: [event] };
    await new Promise<void>((resolve) =>
      frameWriter.put({ ...entryOf(siteItself, null, evaluation, () => resolve()), hasDeviceState: false }),
    );
  }

  /** Applies a catalog change of a device; null before it was claimed, null after it was removed. */
  catalogChanged(before: CatalogDevice | null, after: CatalogDevice | null): void {
    if (after) this.#settings(before, after);
    else if (before) this.#removed(before);
  }

  #settings(before: CatalogDevice | null, device: CatalogDevice): void {
    const known = this.#registry.get(device.id);
    if (!known) {
      // Claimed, or restored after its removal: its device state is in the database.
      if (this.#registry.of(device.id)) this.#registry.discard([device.id]);
      return;
    }
    known.device = device;
    known.evaluatedDevice = evaluatedDevice(device);
    void this.#on(device.id, (runtime, sink) => {
      const { evaluator, evaluatedDevice: settings } = runtime;
      replan(evaluator, settings, sink.now, sink);
      endMoved(runtime, sink);
      for (const open of returnedToService(evaluator.state, before, device))
        if (!open.shelved) sink.out.changes.push({ kind: 'again', id: open.id, deviceId: device.id });
    }).catch(unlessGone);
  }

  /** Ends open events of a removed device as 'Removed'; its runtime is removed after the commit. */
  #removed(device: CatalogDevice): void {
    if (!this.#registry.get(device.id)) return;
    void this.#on(device.id, (runtime, sink) => {
      const plan = planOf(runtime.evaluator, runtime.evaluatedDevice);
      failTest(runtime.evaluator.state, plan, 'device removed', sink);
      endWalk(runtime.evaluator.state, plan, 'removed', sink);
      endAll(runtime.evaluator.state, plan, 'Removed', sink);
      endShelves(runtime.evaluator.state, plan, () => true, 'removed', sink);
    })
      .then(() => {
        if (!this.#dependencies.catalog.byId(device.id)) this.#registry.remove(device.id);
      })
      .catch(unlessGone);
  }

  #publish(runtime: DeviceRuntime, sink: EventSink, type: EventType, content: string): void {
    write(sink, planOf(runtime.evaluator, runtime.evaluatedDevice), { type, at: sink.now, content });
  }

  /** Changes a device's state and resolves after the commit; repeats the change when it was not stored. */
  #on<T>(
    id: DeviceId,
    act: (runtime: DeviceRuntime, sink: EventSink) => T,
    stillActive: (runtime: DeviceRuntime) => WriteEntry['stillActive'] = () => null,
  ): Promise<T | undefined> {
    const runtime = this.#registry.of(id);
    if (!runtime) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const run = (): void => {
        if (!this.#registry.isPresent(runtime)) {
          again();
          return;
        }
        const evaluation = emptyEvaluation();
        const sink = liveEventSink(this.#dependencies, evaluation);
        const { evaluator, evaluatedDevice: device } = runtime;
        const answer = withShelves(evaluator, device, sink, () => act(runtime, sink));
        const done: WriteEntry['done'] = (outcome) => {
          // The device state was restored meanwhile, so the command runs again.
          if (outcome === 'again') again();
          else if (outcome === 'refused') reject(new Error('It could not be stored'));
          else resolve(answer);
        };
        const stands = stillActive(runtime);
        const entry =
          isNothing(evaluation) && !stands ? barrier(id, done) : entryOf(id, null, evaluation, done, stands);
        this.#dependencies.frameWriter.put(entry);
        this.#changed(runtime);
      };
      const again = (): void => {
        if (!this.#registry.isPresent(runtime)) reject(new GoneError('Another process owns this device now'));
        else if (!this.#registry.whenReady(runtime, run))
          reject(new Error('Too many messages are queued for this device'));
      };
      again();
    });
  }
}
