import type { DeviceId } from '@tocsin/contract/ids';
import type { ModbusReading, ModbusStatistics } from '@tocsin/contract/modbus';
import { stateTexts } from '@tocsin/contract/status';
import { BackOff } from '../../../platform/back-off.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DecodedFrame } from '../../types.ts';
import type { Intake } from '../intake.ts';
import { type Answered, fieldOf, readingsOf, readModbus } from './modbus-decode.ts';
import { AddressRefused, type ModbusLink } from './modbus-link.ts';
import { type Block, birthOf, type ModbusPlan } from './modbus-map.ts';

export interface PollerOptions {
  readonly deviceId: DeviceId;
  readonly plan: ModbusPlan;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly open: () => Promise<ModbusLink>;
  /** When the first poll is due, unix milliseconds; devices are spread over their interval. */
  readonly firstMs: number;
}

const tries = 3;
/** Unanswered blocks in a row after which the whole device counts as dead. */
const deadAfter = 2;
const backOffBounds = { firstMs: 1_000, longestMs: 30_000 };
/** Modbus exceptions that may be temporary: busy, acknowledge, gateway target failed. */
const temporary: ReadonlySet<number> = new Set([5, 6, 10, 11]);

/** Counts for a poller's metrics. */
export type ModbusCounts = Pick<ModbusStatistics, 'state' | 'polls' | 'requests' | 'timeouts' | 'exceptions'>;

const noAnswer =
  'No Modbus answer from this address yet. Check address, port and unit id, and that the server may connect there.';
const nothing: ModbusStatistics = {
  state: 'waiting',
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
  poll_ms: null,
  longest_answer_ms: 0,
  last_poll: null,
  next_poll: null,
};

/** Polls one device. It shares nothing with the pollers of other devices. */
export class ModbusPoller {
  readonly #options: PollerOptions;
  #link: ModbusLink | null = null;
  #cancel: () => void = () => {};
  #stopped = false;
  readonly #backOff = new BackOff(backOffBounds);
  #counter: number | null = null;
  #answers: readonly Answered[] = [];
  #born = false;
  /** True while its newest frame waits for the database. */
  #waiting = false;
  #dueAt: number;
  #lastPoll: number | null = null;
  readonly #metrics = {
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

  /**
   * Polling state for users who may edit the device. Until the address has answered as a Modbus server, the state does
   * not reveal whether it exists, refuses, is silent, or speaks another protocol.
   */
  statistics(): ModbusStatistics {
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    const isKnown = this.#metrics.answers + this.#metrics.exceptions > 0 || this.#metrics.state === 'refused';
    if (!isKnown && this.#lastPoll !== null) return { ...nothing, polls: 1, state: 'backing-off', failure: noAnswer };
    return { ...this.#metrics, last_poll: iso(this.#lastPoll), next_poll: iso(this.#stopped ? null : this.#dueAt) };
  }

  /** The actual counts, for metrics. */
  counts(): ModbusCounts {
    return this.#metrics;
  }

  readings(): ModbusReading[] {
    return readingsOf(this.#options.plan, this.#answers);
  }

  #wait(): void {
    if (this.#stopped) return;
    const { clock } = this.#options;
    this.#cancel = clock.after(Math.max(0, this.#dueAt - clock.now()), () => void this.#poll());
  }

  /** The next scheduled moment, which a slow poll does not shift, or the end of the back-off. */
  #plan(failed: boolean): void {
    const { clock, plan } = this.#options;
    const now = clock.now();
    const interval = plan.map.interval_ms;
    if (failed) this.#dueAt = now + this.#backOff.next();
    else {
      this.#backOff.reset();
      this.#dueAt += interval * Math.max(1, Math.ceil((now - this.#dueAt) / interval));
    }
    this.#wait();
  }

  async #poll(): Promise<void> {
    const { clock } = this.#options;
    const from = clock.now();
    this.#lastPoll = from;
    this.#metrics.polls++;
    let failed = true;
    try {
      this.#link ??= await this.#connect();
      failed = !(await this.#readAll(this.#link));
    } catch (error) {
      this.#metrics.state = error instanceof AddressRefused ? 'refused' : 'backing-off';
      this.#metrics.failure = error instanceof Error ? error.message : String(error);
    }
    if (this.#stopped) return;
    this.#metrics.poll_ms = clock.now() - from;
    if (failed) this.#hangUp();
    this.#plan(failed);
  }

  async #connect(): Promise<ModbusLink> {
    this.#metrics.state = 'connecting';
    const link = await this.#options.open();
    if (this.#stopped) {
      link.close();
      throw new Error('stopped');
    }
    this.#metrics.connects++;
    this.#born = false;
    this.#counter = null;
    return link;
  }

  #hangUp(): void {
    this.#link?.close();
    this.#link = null;
    if (this.#metrics.state !== 'refused') this.#metrics.state = 'backing-off';
  }

  /** Returns false when the device did not answer or the connection broke. */
  async #readAll(link: ModbusLink): Promise<boolean> {
    const { plan, clock } = this.#options;
    this.#metrics.state = 'polling';
    this.#metrics.failure = '';
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
      this.#metrics.failure ||= 'No block was answered';
      return false;
    }
    this.#publish(answers, clock.now());
    return !isDead;
  }

  /** Reads one block in at most three attempts; null when the device refuses it. */
  async #ask(link: ModbusLink, block: Block): Promise<readonly number[] | null | 'silent'> {
    const { clock } = this.#options;
    const metrics = this.#metrics;
    for (let turn = 1; turn <= tries; turn++) {
      if (turn > 1) metrics.retries++;
      metrics.requests++;
      const from = clock.now();
      const answer = await link.read(block);
      metrics.longest_answer_ms = Math.max(metrics.longest_answer_ms, clock.now() - from);
      const which = `function ${block.fn}, address ${block.at}, ${block.count}`;
      switch (answer.kind) {
        case 'words':
          metrics.answers++;
          return answer.words;
        case 'exception':
          metrics.exceptions++;
          metrics.failure = `Exception ${answer.code} (${which})`;
          if (!temporary.has(answer.code)) return null;
          break;
        case 'timeout':
          metrics.timeouts++;
          metrics.failure = `No answer (${which})`;
          if (turn === tries) return 'silent';
          break;
        case 'broken':
          metrics.failure = `${answer.text} (${which})`;
          if (!link.isOpen() || turn === tries) return 'silent';
          break;
        default:
          answer satisfies never;
      }
    }
    return null;
  }

  #publish(answers: readonly Answered[], now: number): void {
    const { plan, deviceId, intake } = this.#options;
    this.#answers = answers;
    const { freshness } = plan.map;
    const counter = freshness ? fieldOf(freshness, answers) : null;
    // Without the counter it is unknown whether the other registers are new.
    if (counter === 'unread') return;
    if (counter !== null && counter === this.#counter) {
      this.#metrics.stale++;
      return;
    }
    if (this.#waiting || intake.full()) {
      this.#metrics.failure = 'The newest values wait to be stored';
      return;
    }
    this.#counter = counter;
    const frame = readModbus(plan, answers, now);
    this.#metrics.not_scanned = countUnread(frame, answers);
    if (!this.#born) intake.take({ kind: 'birth', deviceId, session: null, birth: () => birthOf(plan, now) }, () => {});
    this.#born = true;
    this.#waiting = true;
    const data = () => ({ frames: [frame], refused: [], single: true });
    intake.take({ kind: 'data', deviceId, session: null, data }, (receipt) => {
      this.#waiting = false;
      if (receipt.kind === 'stored') this.#metrics.frames++;
      else {
        this.#metrics.failure = receipt.kind === 'refused' ? receipt.text : 'Not stored, read again';
        this.#born = false;
        this.#counter = null;
      }
    });
  }
}

const countUnread = (frame: DecodedFrame, answers: readonly Answered[]): number =>
  answers.every(({ words }) => words !== null)
    ? 0
    : frame.stateText.filter((text) => text === stateTexts.notScanned).length;
