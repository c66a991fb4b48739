/**
 * The rules of walk tests as the specification states them, second by second and without any of the pipeline's code.
 * Times are in seconds.
 */

interface Sensor {
  state: 'waiting' | 'tripped' | 'passed' | 'failed' | 'skipped';
  cause: string | null;
  isArmed: boolean;
  armedAt: number;
  /** Begin of its open test alarm, and whether it was announced. */
  since: number | null;
  isAnnounced: boolean;
  tripped: number | null;
  isReturned: boolean;
}

interface Walk {
  readonly began: number;
  readonly idle: number;
  active: number;
  walker: number;
  press: { readonly path: string; readonly at: number } | null;
  end: string | null;
  isSigned: boolean;
  readonly sensors: Map<string, Sensor>;
}

export class ReferenceWalk {
  readonly #paths: readonly string[];
  now: number;
  walk: Walk | null = null;
  readonly alarms: string[] = [];
  records = 0;
  /** Walks that began or ended: each is one mail of rules of type maintenance. */
  mails = 0;
  readonly #open = new Map<string, 'test' | 'real'>();

  constructor(paths: readonly string[], now: number) {
    this.#paths = paths;
    this.now = now;
  }

  pass(seconds: number): void {
    for (const until = this.now + seconds; this.now < until; ) {
      this.now++;
      this.#due();
    }
  }

  #due(): void {
    const { walk, now } = this;
    if (!walk || walk.end) return;
    if (now === walk.began + 4 * 3600) this.#end('limit');
    else if (now === walk.active + walk.idle) this.#end('idle');
    if (walk.end) return;
    for (const [path, sensor] of walk.sensors) {
      if (!sensor.isArmed) continue;
      if (sensor.since !== null && now === sensor.since + (sensor.isAnnounced ? 300 : 60)) this.#giveUp(path, sensor);
      else if (sensor.since === null && now === sensor.armedAt + 3600) this.#giveUp(path, sensor);
      // What returned after its hour is disarmed at once.
      else if (sensor.since === null && now > sensor.armedAt + 3600) this.#giveUp(path, sensor);
    }
  }

  #giveUp(path: string, sensor: Sensor): void {
    if (sensor.since !== null) {
      sensor.state = 'failed';
      sensor.cause = sensor.isAnnounced ? 'standing' : 'not_announced';
    } else if (sensor.state === 'waiting') {
      sensor.state = 'failed';
      sensor.cause = 'not_tripped';
    }
    this.#disarm(path, sensor);
  }

  #disarm(path: string, sensor: Sensor): void {
    sensor.isArmed = false;
    sensor.since = null;
    if (this.#open.get(path) !== 'test') return;
    this.#open.set(path, 'real');
    this.#log(path, 'on');
  }

  #end(reason: string): void {
    const { walk } = this;
    if (!walk) return;
    walk.end = reason;
    this.mails++;
    for (const [path, sensor] of walk.sensors) if (sensor.isArmed) this.#giveUp(path, sensor);
  }

  #log(path: string, what: string): void {
    this.alarms.push(`${this.now} ${path} ${what}`);
  }

  /** True: something was armed. */
  arm(paths: readonly string[], walker: number, idle: number, isRunning: boolean): boolean {
    if (this.walk && !this.walk.end) return false;
    const walk = {
      began: this.now,
      idle,
      active: this.now,
      walker,
      press: null,
      end: null,
      isSigned: false,
      sensors: new Map(),
    };
    if (isRunning || paths.every((path) => this.#open.has(path))) return false;
    this.walk = walk;
    this.mails++;
    for (const path of paths) walk.sensors.set(path, this.#fresh(path));
    return true;
  }

  #fresh(path: string): Sensor {
    const isIn = this.#open.has(path);
    const rest = { armedAt: this.now, since: null, isAnnounced: false, tripped: null, isReturned: false };
    return { state: isIn ? 'skipped' : 'waiting', cause: isIn ? 'in_alarm' : null, isArmed: !isIn, ...rest };
  }

  #mine(walker: number): Walk | null {
    const { walk } = this;
    return walk && !walk.end && walk.walker === walker ? walk : null;
  }

  rearm(path: string, walker: number, isRunning: boolean): void {
    const walk = this.#mine(walker);
    const sensor = walk?.sensors.get(path);
    if (!walk || isRunning || (this.#open.has(path) && !sensor?.isArmed)) return;
    walk.active = this.now;
    if (!sensor?.isArmed && sensor?.state !== 'passed') walk.sensors.set(path, this.#fresh(path));
  }

  press(path: string, walker: number): void {
    const walk = this.#mine(walker);
    if (!walk?.sensors.get(path)?.isArmed) return;
    walk.press = { path, at: this.now };
    walk.active = this.now;
  }

  skip(path: string, walker: number): void {
    const walk = this.#mine(walker);
    const sensor = walk?.sensors.get(path);
    if (!walk || !sensor || sensor.state === 'passed') return;
    walk.active = this.now;
    sensor.state = 'skipped';
    sensor.cause = 'by_person';
    this.#disarm(path, sensor);
  }

  takeOver(walker: number): void {
    if (!this.walk || this.walk.end) return;
    this.walk.walker = walker;
    this.walk.active = this.now;
  }

  leave(walker: number): void {
    if (this.#mine(walker)) this.#end('signed_out');
  }

  sign(walker: number): void {
    const { walk } = this;
    if (!walk || walk.isSigned || (!walk.end && walk.walker !== walker)) return;
    if (!walk.end) this.#end('signed');
    walk.isSigned = true;
  }

  frame(inAlarm: readonly string[], isRunning: boolean): void {
    const { walk, now } = this;
    const armed = (path: string): Sensor | undefined => {
      const sensor = walk?.end ? undefined : walk?.sensors.get(path);
      return sensor?.isArmed ? sensor : undefined;
    };
    const on = this.#paths.filter((path) => inAlarm.includes(path) && !this.#open.has(path));
    const off = this.#paths.filter((path) => !inAlarm.includes(path) && this.#open.has(path));
    for (const path of this.#paths) {
      if (on.includes(path)) {
        this.#open.set(path, armed(path) ? 'test' : 'real');
        this.#log(path, armed(path) ? 'on test' : 'on');
      } else if (off.includes(path)) {
        this.#log(path, this.#open.get(path) === 'test' ? 'off test' : 'off');
        this.#open.delete(path);
      }
    }
    if (!walk || walk.end) return;
    const { press } = walk;
    const announced = press && now - press.at <= 30 ? press.path : null;
    for (const path of on) {
      const sensor = armed(path);
      if (!sensor) continue;
      walk.active = now;
      sensor.since = now;
      sensor.isAnnounced = announced === path;
      sensor.isReturned = false;
      const expected = press && now - press.at <= 10 ? armed(press.path) : undefined;
      const isSwap =
        expected && press && press.path !== path && !on.includes(press.path) && !((expected.tripped ?? -1) >= press.at);
      sensor.tripped = now;
      if (isSwap)
        for (const one of [expected, sensor]) {
          one.state = 'failed';
          one.cause = 'swapped';
        }
      else if (sensor.cause !== 'swapped' || sensor.isAnnounced) {
        sensor.state = 'tripped';
        sensor.cause = null;
      }
    }
    for (const path of off) {
      const sensor = armed(path);
      if (!sensor) continue;
      sensor.since = null;
      sensor.isReturned = true;
      if (sensor.state !== 'tripped' || !sensor.isAnnounced) continue;
      sensor.state = 'passed';
      this.records++;
      this.#disarm(path, sensor);
    }
    if (isRunning) this.#end('running');
  }

  states(): string[] {
    return [...(this.walk?.sensors.values() ?? [])].map(({ state, cause }) => (cause ? `${state} ${cause}` : state));
  }
}
