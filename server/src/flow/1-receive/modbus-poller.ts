import type { DeviceId } from '@tocsin/contract/ids';
import type { ModbusReading, ModbusStatistics } from '@tocsin/contract/modbus';
import type { Clock } from '../../base/clock.ts';
import type { DecodedFrame } from '../passing.ts';
import type { Intake } from './intake.ts';
import { type Answered, fieldOf, readingsOf, readModbus } from './modbus-decode.ts';
import { AddressRefused, type ModbusLink } from './modbus-link.ts';
import { type Block, birthOf, type ModbusPlan } from './modbus-map.ts';

export interface PollerOptions {
  readonly deviceId: DeviceId;
  readonly plan: ModbusPlan;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly open: () => Promise<ModbusLink>;
  /** When the first poll is due: devices are spread over their interval. */
  readonly firstMs: number;
}

const tries = 3;
/** Blocks in a row that nobody answered: the device is dead, not a block. */
const deadAfter = 2;
const firstBackOffMs = 1_000;
const longestBackOffMs = 30_000;
/** Of Modbus' exceptions, those that may pass: busy, acknowledge, gateway target failed. */
const passing: ReadonlySet<number> = new Set([5, 6, 10, 11]);

/** Polls one device for as long as it lives. It shares nothing with other devices' pollers but the process. */
export class ModbusPoller {
  readonly #options: PollerOptions;
  #link: ModbusLink | null = null;
  #cancel: () => void = () => {};
  #stopped = false;
  #backOffMs = 0;
  #counter: number | null = null;
  #answers: readonly Answered[] = [];
  #born = false;
  /** Its newest frame still waits for the database. */
  #waiting = false;
  #dueAt: number;
  #lastPoll: number | null = null;
  readonly #figures = {
    state: 'waiting' as ModbusStatistics['state'],
    failure: '',
    polls: 0,
    frames: 0,
    stale: 0,
    requests: 0,
    answers: 0,
    timeouts: 0,
    exceptions: 0,
    retries: 0,
    connects: 0,
    not_scanned: 0,
    poll_ms: null as number | null,
    longest_answer_ms: 0,
  };

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#dueAt = options.clock.now() + options.firstMs;
  }

  start(): void {
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
    this.#link?.close();
    this.#link = null;
  }

  statistics(): ModbusStatistics {
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return { ...this.#figures, last_poll: iso(this.#lastPoll), next_poll: iso(this.#stopped ? null : this.#dueAt) };
  }

  readings(): ModbusReading[] {
    return readingsOf(this.#options.plan, this.#answers);
  }

  #wait(): void {
    if (this.#stopped) return;
    const { clock } = this.#options;
    this.#cancel = clock.after(Math.max(0, this.#dueAt - clock.now()), () => void this.#poll());
  }

  /** The next moment of the plan, which a poll that took too long does not shift; or after the back-off. */
  #plan(failed: boolean): void {
    const { clock, plan } = this.#options;
    const now = clock.now();
    const interval = plan.map.interval_ms;
    if (failed) {
      this.#backOffMs = Math.min(Math.max(2 * this.#backOffMs, firstBackOffMs), longestBackOffMs);
      this.#dueAt = now + this.#backOffMs;
    } else {
      this.#backOffMs = 0;
      this.#dueAt += interval * Math.max(1, Math.ceil((now - this.#dueAt) / interval));
    }
    this.#wait();
  }

  async #poll(): Promise<void> {
    const { clock } = this.#options;
    const from = clock.now();
    this.#lastPoll = from;
    this.#figures.polls++;
    let failed = true;
    try {
      this.#link ??= await this.#connect();
      failed = !(await this.#readAll(this.#link));
    } catch (error) {
      this.#figures.state = error instanceof AddressRefused ? 'refused' : 'backing-off';
      this.#figures.failure = error instanceof Error ? error.message : String(error);
    }
    if (this.#stopped) return;
    this.#figures.poll_ms = clock.now() - from;
    if (failed) this.#hangUp();
    this.#plan(failed);
  }

  async #connect(): Promise<ModbusLink> {
    this.#figures.state = 'connecting';
    const link = await this.#options.open();
    if (this.#stopped) {
      link.close();
      throw new Error('stopped');
    }
    this.#figures.connects++;
    this.#born = false;
    this.#counter = null;
    return link;
  }

  #hangUp(): void {
    this.#link?.close();
    this.#link = null;
    if (this.#figures.state !== 'refused') this.#figures.state = 'backing-off';
  }

  /** False: the device did not answer, or the connection broke. */
  async #readAll(link: ModbusLink): Promise<boolean> {
    const { plan, clock } = this.#options;
    this.#figures.state = 'polling';
    this.#figures.failure = '';
    const answers: Answered[] = [];
    let silent = 0;
    for (const block of plan.blocks) {
      const words = silent < deadAfter && link.isOpen() ? await this.#ask(link, block) : null;
      if (this.#stopped) return true;
      silent = words === 'silent' ? silent + 1 : silent;
      answers.push({ block, words: words === 'silent' ? null : words });
    }
    const isDead = silent >= Math.min(deadAfter, plan.blocks.length) || !link.isOpen();
    if (answers.every(({ words }) => words === null)) {
      this.#figures.failure ||= 'No block was answered';
      return false;
    }
    this.#tell(answers, clock.now());
    return !isDead;
  }

  /** One block, three times at most; null: refused by the device. */
  async #ask(link: ModbusLink, block: Block): Promise<readonly number[] | null | 'silent'> {
    const { clock } = this.#options;
    const figures = this.#figures;
    for (let turn = 1; turn <= tries; turn++) {
      if (turn > 1) figures.retries++;
      figures.requests++;
      const from = clock.now();
      const answer = await link.read(block);
      figures.longest_answer_ms = Math.max(figures.longest_answer_ms, clock.now() - from);
      const which = `function ${block.fn}, address ${block.at}, ${block.count}`;
      switch (answer.kind) {
        case 'words':
          figures.answers++;
          return answer.words;
        case 'exception':
          figures.exceptions++;
          figures.failure = `Exception ${answer.code} (${which})`;
          if (!passing.has(answer.code)) return null;
          break;
        case 'timeout':
          figures.timeouts++;
          figures.failure = `No answer (${which})`;
          if (turn === tries) return 'silent';
          break;
        case 'broken':
          figures.failure = `${answer.text} (${which})`;
          if (!link.isOpen() || turn === tries) return 'silent';
          break;
        default:
          answer satisfies never;
      }
    }
    return null;
  }

  #tell(answers: readonly Answered[], now: number): void {
    const { plan, deviceId, intake } = this.#options;
    this.#answers = answers;
    const { freshness } = plan.map;
    const counter = freshness ? fieldOf(freshness, answers) : null;
    // Whether what it brought is new can't be told either, when the counter itself was not answered.
    if (counter === 'unread') return;
    if (counter !== null && counter === this.#counter) {
      this.#figures.stale++;
      return;
    }
    if (this.#waiting || intake.full()) {
      this.#figures.failure = 'The newest values wait to be stored';
      return;
    }
    this.#counter = counter;
    const frame = readModbus(plan, answers, now);
    this.#figures.not_scanned = countUnread(frame, answers);
    if (!this.#born) intake.take({ kind: 'birth', deviceId, session: null, birth: () => birthOf(plan, now) }, () => {});
    this.#born = true;
    this.#waiting = true;
    const data = () => ({ frames: [frame], refused: [], single: true });
    intake.take({ kind: 'data', deviceId, session: null, data }, (receipt) => {
      this.#waiting = false;
      if (receipt.kind === 'stored') this.#figures.frames++;
      else {
        this.#figures.failure = receipt.kind === 'refused' ? receipt.text : 'Not stored, read again';
        this.#born = false;
        this.#counter = null;
      }
    });
  }
}

const countUnread = (frame: DecodedFrame, answers: readonly Answered[]): number =>
  answers.every(({ words }) => words !== null)
    ? 0
    : frame.stateText.filter((text) => text === 'Sensor Not Scanned by T500').length;
