import type { CatalogDevice } from '../catalog.ts';
import { loadWalk, type WalkAnswer, type WalkCommand, type WalkState } from '../walk-types.ts';
import { someBirth, TestPipeline } from './test-device.ts';

/** Sensors that the walks of tests arm, in the order of the layout; the last one is the machine's speed. */
export const walked = ['4.4000', '4.4001', '4.4002', '5.5000'] as const;
export const speedSensor = '6.6000';

const sensor = (id: string) => ({ id, name: `Sensor ${id}`, type: 'NUMERIC', unit: 'C' });
export const walkedGroups = [
  { id: '4', name: 'Temperature', sensors: ['4000', '4001', '4002'].map(sensor) },
  { id: '5', name: 'Plug', sensors: [{ id: '5000', name: 'Chute', type: 'BOOL' }] },
  { id: '6', name: 'Speed', sensors: [{ id: '6000', name: 'Head shaft', type: 'NUMERIC', unit: 'RPM' }] },
];

export const petra = { userId: 4, userName: 'Petra Lind' };
export const sam = { userId: 5, userName: 'Sam Ortega' };

/** A stopped leg with four sensors to trip, and the commands of its walkers. */
export class WalkBench extends TestPipeline {
  static async begin(over: Partial<CatalogDevice> = {}): Promise<WalkBench> {
    const bench = new WalkBench(over);
    await bench.start();
    await bench.send('birth', { ...someBirth(bench.clock.now()), groups: walkedGroups });
    await bench.trip();
    return bench;
  }

  /** A frame in which these sensors, and no others, are in alarm. */
  trip(paths: readonly string[] = [], rpm = 0) {
    const alarm = paths.map((path) => walked.findIndex((one) => one === path));
    return this.frame([20, 20, 20, 0, rpm], { alarm });
  }

  command(command: WalkCommand): Promise<WalkAnswer | undefined> {
    return this.pipeline.commands.walk(this.device.id, command);
  }

  /** Arms sensors; the walk's id is that of its answer. */
  arm(paths: readonly string[] = walked, who = petra, idleMinutes = 30) {
    return this.command({ kind: 'start', paths, idleMs: idleMinutes * 60_000, ...who });
  }

  press(path: string, who = petra) {
    return this.command({ kind: 'press', id: this.walk?.id ?? 0, path, ...who });
  }

  sign(confirmed: readonly string[] = [], who = petra) {
    return this.command({ kind: 'sign', id: this.walk?.id ?? 0, confirmed, comment: '', ...who });
  }

  /** The walk of the device's state, or as it was stored last. */
  get walk(): WalkState | null {
    const stored = this.frameWriter.walks.at(-1)?.walk;
    return this.state ?? (stored ? loadWalk(stored) : null);
  }

  get state(): WalkState | null {
    return this.pipeline.registry.get(this.device.id)?.evaluator.state.walk ?? null;
  }

  /** State and cause of each sensor. */
  states(): string[] {
    return [...(this.walk?.sensors.values() ?? [])].map(({ state, cause }) => (cause ? `${state} ${cause}` : state));
  }

  /** Alarms in the log: sensor, `on` or `off`, and whether it was a test. */
  alarms(): string[] {
    return this.frameWriter.events
      .filter((event) => event.type.startsWith('alarm_'))
      .map(({ type, sensorId, test, at }) => `${at} ${sensorId} ${type.slice(6)}${test ? ' test' : ''}`);
  }

  /** Lets time pass and what became due be committed. */
  async wait(ms: number): Promise<void> {
    this.pass(ms);
    for (let i = 0; i < 5; i++) await Promise.resolve();
  }
}
