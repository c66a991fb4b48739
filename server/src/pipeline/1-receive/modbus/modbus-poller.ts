import type { DeviceId } from '@tocsin/contract/ids';
import { sensorPath } from '@tocsin/contract/layout';
import type { ModbusReading, ModbusStatistics } from '@tocsin/contract/modbus';
import { stateTexts } from '@tocsin/contract/status';
import { BackOff } from '../../../platform/back-off.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DecodedFrame } from '../../types.ts';
import type { Intake } from '../intake.ts';
import { type Answered, fieldOf, readingsOf, readModbus, reasonOf } from './modbus-decode.ts';
import type { Framing } from './modbus-frame.ts';
import { AddressRefused, type ModbusLine, type ModbusNetworks } from './modbus-line.ts';
import { type Block, birthOf, type ModbusPlan } from './modbus-map.ts';
import { exceptionText, isDivisible, type Piece, type RefusedAddress, RefusedBlocks } from './refused-blocks.ts';

export interface PollerOptions {
  readonly deviceId: DeviceId;
  readonly plan: ModbusPlan;
  readonly intake: Intake;
  readonly clock: Clock;
  /** Shared with the other units behind the address. */
  readonly line: ModbusLine;
  readonly unit: number;
  readonly framing: Framing;
  readonly networks: ModbusNetworks;
  /** When the first poll is due, unix milliseconds; devices are spread over their interval. */
  readonly firstMs: number;
  /** The address lies in networks that were given to the site: whatever answers there may be named. */
  readonly mayName: boolean;
  /** Sensors that were read before and no longer are, with the reason; once each. */
  readonly lost: (sensors: readonly { readonly name: string; readonly reason: string }[]) => void;
}

const tries = 3;
/** Unanswered blocks in a row after which the whole device counts as dead. */
const deadAfter = 2;
const requestsKept = 64;
const backOffBounds = { firstMs: 1_000, longestMs: 30_000 };
/** Modbus exceptions that may be temporary: busy, acknowledge, gateway target failed. */
const temporary: ReadonlySet<number> = new Set([5, 6, 10, 11]);

/** Counts for a poller's metrics. */
export type ModbusCounts = Pick<ModbusStatistics, 'state' | 'polls' | 'requests' | 'timeouts' | 'exceptions'>;

type Outcome =
  | { readonly kind: 'words'; readonly words: readonly number[] }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'silent'; readonly reason: string };

const noAnswer =
  'No Modbus answer from this address yet. Check address, port and unit id, and that the server may connect there.';
const noCounts = {
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
const nothing: ModbusStatistics = { ...noCounts, last_poll: null, next_poll: null };

/** Polls one device. It shares its line with the units behind the same address, and nothing else. */
export class ModbusPoller {
  readonly #options: PollerOptions;
  #cancel: () => void = () => {};
  #stopped = false;
  readonly #backOff = new BackOff(backOffBounds);
  #counter: number | null = null;
  #answers: readonly Answered[] = [];
  readonly #refused: RefusedBlocks;
  /** Paths that were read since the start, or since they were named as lost. */
  readonly #read = new Set<string>();
  #connects = 0;
  /** The unit did not answer the newest poll: others behind the address must not wait for it again and again. */
  #wasSilent = false;
  /** Something with the shape of a Modbus frame arrived. */
  #spoke = false;
  #requests: NonNullable<ModbusStatistics['last_requests']>[number][] = [];
  #born = false;
  /** True while its newest frame waits for the database. */
  #waiting = false;
  readonly #since: number;
  #dueAt: number;
  #lastPoll: number | null = null;
  readonly #metrics = { ...noCounts };

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#refused = new RefusedBlocks(options.plan);
    this.#since = options.clock.now();
    this.#dueAt = this.#since + options.firstMs;
  }

  start(): void {
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /**
   * Polling state for users who may edit the device. Until the address has answered as a Modbus server, the state does
   * not reveal whether it exists, refuses, is silent, or speaks another protocol.
   */
  statistics(): ModbusStatistics {
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    const { answers, exceptions, state } = this.#metrics;
    const isKnown = answers + exceptions > 0 || state === 'refused' || this.#spoke || this.#options.mayName;
    if (!isKnown && this.#lastPoll !== null) return { ...nothing, polls: 1, state: 'backing-off', failure: noAnswer };
    const requests = { last_requests: this.#requests };
    const times = {
      since: iso(this.#since) ?? undefined,
      last_poll: iso(this.#lastPoll),
      next_poll: iso(this.#stopped ? null : this.#dueAt),
    };
    return { ...this.#metrics, ...requests, ...times };
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
    const before = this.#lastPoll;
    this.#lastPoll = from;
    this.#requests = [];
    if (this.#metrics.state !== 'polling') this.#metrics.state = 'connecting';
    this.#metrics.failure = '';
    let failed = true;
    try {
      failed = !(await this.#readAll());
      this.#metrics.polls++;
    } catch (error) {
      // An address that is not allowed was not asked.
      if (error instanceof AddressRefused) this.#lastPoll = before;
      else this.#metrics.polls++;
      this.#metrics.state = error instanceof AddressRefused ? 'refused' : 'backing-off';
      this.#answers = [];
      this.#metrics.failure = error instanceof Error ? error.message : String(error);
    }
    if (this.#stopped) return;
    this.#metrics.poll_ms = clock.now() - from;
    this.#wasSilent = failed;
    if (failed) this.#hangUp();
    this.#plan(failed);
  }

  #isShared(): boolean {
    return this.#options.line.users.size > 1;
  }

  /** After a failed poll: everything is sent anew once the device answers. Others behind the address keep the line. */
  #hangUp(): void {
    if (!this.#isShared()) this.#options.line.hangUp();
    this.#born = false;
    this.#counter = null;
    if (this.#metrics.state !== 'refused') this.#metrics.state = 'backing-off';
  }

  /** Returns false when the device did not answer or the connection broke. */
  async #readAll(): Promise<boolean> {
    const { plan, clock } = this.#options;
    const answers: Answered[] = [];
    const dead = this.#wasSilent && this.#isShared() ? 1 : Math.min(deadAfter, plan.blocks.length);
    let silent = 0;
    this.#refused.begin();
    for (const block of plan.blocks) {
      const known = this.#refused.of(block, clock.now());
      const refused: RefusedAddress[] = [...known.refused];
      const waiting = [...known.pieces];
      const pieces: Piece[] = [];
      let isDivided = false;
      for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
        const outcome = silent < dead ? await this.#ask(piece) : notAsked;
        if (this.#stopped) return true;
        if (outcome.kind === 'words') answers.push({ block: piece, words: outcome.words });
        else if (outcome.kind === 'silent') {
          silent++;
          answers.push({ block: piece, words: null, reason: outcome.reason });
        } else if (isDivisible(outcome.code)) {
          const halves = this.#refused.halves(piece);
          const isSingle = piece.spans.length < 2;
          isDivided ||= halves !== null || isSingle;
          if (halves) waiting.unshift(...halves);
          else if (isSingle) refused.push({ block: piece, code: outcome.code });
          if (halves || isSingle) continue;
        } else answers.push({ block: piece, words: null, reason: exceptionText(outcome.code, piece) });
        pieces.push(piece);
      }
      for (const { block: at, code } of refused)
        answers.push({ block: at, words: null, reason: exceptionText(code, at) });
      if (isDivided) this.#refused.remember(block, pieces, refused, clock.now());
    }
    const [first] = this.#refused.all();
    if (first && silent === 0) this.#metrics.failure = exceptionText(first.code, first.block);
    if (answers.every(({ words }) => words === null)) {
      this.#answers = answers;
      // A slave that refuses everything is starting, or is another one: nothing is known of its addresses.
      this.#refused.forget();
      this.#metrics.failure ||= 'No block was answered';
      return false;
    }
    this.#publish(answers, clock.now());
    return silent < dead;
  }

  /** Reads one block in at most three attempts. */
  async #ask(block: Block): Promise<Outcome> {
    const { clock, line, unit, framing, networks, plan } = this.#options;
    const metrics = this.#metrics;
    const most = this.#wasSilent && this.#isShared() ? 1 : tries;
    const { timeout_ms: timeoutMs, pause_ms: pauseMs } = plan.map;
    let reason = '';
    for (let turn = 1; turn <= most; turn++) {
      if (turn > 1) metrics.retries++;
      const from = clock.now();
      const answer = await line.read({ framing, unit, block, timeoutMs, pauseMs, networks });
      if (this.#stopped) return notAsked;
      if (answer.kind !== 'failed' || !(answer.error instanceof AddressRefused)) metrics.requests++;
      const ms = clock.now() - from;
      if (line.connects > this.#connects) metrics.connects += line.connects - this.#connects;
      this.#connects = line.connects;
      metrics.longest_answer_ms = Math.max(metrics.longest_answer_ms, ms);
      const isAnswered = answer.kind === 'words' || answer.kind === 'exception';
      if (this.#requests.length < requestsKept)
        this.#requests.push({ fn: block.fn, at: block.at, count: block.count, ms, is_answered: isAnswered });
      const which = `function ${block.fn}, address ${block.at}, ${block.count}`;
      switch (answer.kind) {
        case 'words':
          metrics.state = 'polling';
          metrics.answers++;
          return answer;
        case 'exception':
          metrics.state = 'polling';
          metrics.exceptions++;
          metrics.failure = exceptionText(answer.code, block);
          if (!temporary.has(answer.code) || turn === most) return { kind: 'refused', code: answer.code };
          continue;
        case 'timeout':
          metrics.timeouts++;
          reason = `${answer.remark ?? 'No answer'} (${which})`;
          break;
        case 'strange':
          this.#spoke ||= answer.isModbus;
          reason = `${answer.text} (${which})`;
          break;
        case 'closed':
          reason = `${answer.remark ?? 'The connection was closed without an answer'} (${which})`;
          break;
        case 'failed':
          throw answer.error;
        default:
          answer satisfies never;
      }
      metrics.failure = reason;
    }
    return { kind: 'silent', reason };
  }

  /** Names the sensors that were read before and whose address the slave now refuses. */
  #noteLost(answers: readonly Answered[]): void {
    const { plan, lost } = this.#options;
    const refused = new Set(this.#refused.all().map(({ code, block }) => exceptionText(code, block)));
    const named: { name: string; reason: string }[] = [];
    plan.sensors.forEach((sensor, index) => {
      const placed = plan.placed[index];
      const reason = placed ? reasonOf(placed, answers) : null;
      const path = sensorPath(sensor);
      if (reason === null) this.#read.add(path);
      else if (refused.has(reason) && this.#read.delete(path)) named.push({ name: sensor.name, reason });
    });
    if (named.length > 0) lost(named);
  }

  #publish(answers: readonly Answered[], now: number): void {
    const { plan, deviceId, intake } = this.#options;
    this.#answers = answers;
    this.#noteLost(answers);
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

const notAsked: Outcome = { kind: 'silent', reason: '' };

const countUnread = (frame: DecodedFrame, answers: readonly Answered[]): number =>
  answers.every(({ words }) => words !== null)
    ? 0
    : frame.stateText.filter((text) => text === stateTexts.notRead).length;
