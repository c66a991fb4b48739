import type { PlantDevice } from './plant.ts';

/** A device that sends to the HTTP adapter on demand: contacts with ids from 6000, each with its own alarm. */
export class PushingDevice {
  readonly #url: string;
  readonly #device: PlantDevice;
  readonly #count: number;
  readonly #alarms = new Set<number>();
  #seq = 0;

  constructor(url: string, device: PlantDevice, count: number) {
    this.#url = url;
    this.#device = device;
    this.#count = count;
  }

  async birth(): Promise<void> {
    const sensors = Array.from({ length: this.#count }, (_, i) => ({
      id: String(6000 + i),
      name: `Contact ${i + 1}`,
      type: 'BOOL',
    }));
    await this.#post('birth', { ts: Date.now(), groups: [{ id: '6', name: 'Pulley', sensors }] });
    await this.frame();
  }

  /** Sets or clears the alarm of a sensor, by index from 0. */
  async alarm(place: number, on = true): Promise<void> {
    if (on) this.#alarms.add(place);
    else this.#alarms.delete(place);
    await this.frame();
  }

  async frame(): Promise<void> {
    const v = Array.from({ length: this.#count }, () => 1);
    await this.#post('data', { ts: Date.now(), seq: this.#seq++, v, alarm: [...this.#alarms] });
  }

  async #post(kind: 'birth' | 'data', body: object): Promise<void> {
    const { address, serial, code } = this.#device;
    const answer = await fetch(`${this.#url}/api/v1/ingest/${address}/${kind}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${kind} was refused: ${answer.status} ${await answer.text()}`);
  }
}
