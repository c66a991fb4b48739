import { every } from '@tocsin/simulator/clock';
import { createDevice } from '@tocsin/simulator/create-device';
import { JsonDevice } from '@tocsin/simulator/json-device';
import { seedOf } from '@tocsin/simulator/random';
import type { PlantDevice } from './plant.ts';

/** A simulated device that sends in real time to the MQTT adapter until it is stopped. */
export class LiveDevice {
  readonly line: JsonDevice;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  /** `now` is the device's clock. */
  constructor(device: PlantDevice, mqttUrl: string, now: () => number = Date.now) {
    const sim = createDevice({
      type: device.type,
      seed: seedOf(device.serial),
      startMs: now(),
      schedule: 'always',
      warm: true,
      ambientC: 20,
      missed: 0,
    });
    this.line = new JsonDevice(sim, {
      url: mqttUrl,
      address: device.address,
      serial: device.serial,
      code: device.code,
    });
    this.line.start();
    this.#running = every(50, this.#stop.signal, () => this.line.advance(now()));
  }

  /** Holds a sensor's physical input at a value: a contact, a temperature, a speed. */
  hold(sensor: string, value: number): void {
    this.line.sim.act({ do: 'drive', sensor, curve: { kind: 'constant', value } });
  }

  release(sensor: string): void {
    this.line.sim.act({ do: 'release', sensor });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.line.stop();
  }
}
