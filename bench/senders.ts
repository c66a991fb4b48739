import { Agent } from 'node:http';
import type { PlantDevice } from '@tocsin/e2e/plant';
import { serveParent } from './child.ts';
import { type LagCounts, Lags } from './lags.ts';
import { createFrameTexts } from './load.ts';
import { postText } from './post.ts';
import { connectPacket, openMqtt, publishPacket } from './raw-mqtt.ts';

/** What a process of simulated devices sends. */
export interface Sending {
  readonly httpPort: number;
  readonly mqttPort: number;
  /** One frame every `everyMs`, QoS 1. */
  readonly byMqtt: readonly PlantDevice[];
  /** The same frames, `framesPerPost` of them in one post. */
  readonly byHttp: readonly PlantDevice[];
  readonly everyMs: number;
  readonly framesPerPost: number;
  /** All devices at the same moment of the interval instead of spread over it. */
  readonly together?: boolean;
}

/** Since the last reading, except `open` and `cpuMs`. */
export interface SenderFigures {
  readonly created: number;
  readonly acknowledged: number;
  /** Posts repeated because their connection ended. */
  readonly sentAgain: number;
  /** Refused posts, and broken posts and sessions. */
  readonly errors: readonly string[];
  /** Frames without an acknowledgement yet. */
  readonly open: number;
  /** From the creation of the frame to its acknowledgement. */
  readonly untilAcknowledged: LagCounts;
  /** Processor time of this process, ms. */
  readonly cpuMs: number;
}

/** The acknowledged frames of one device: a flag per seq. */
export interface SentBy {
  readonly device: number;
  readonly acknowledged: Uint8Array;
}

interface Line {
  readonly device: PlantDevice;
  readonly text: (ts: number) => string;
  readonly send: (seq: number, madeAt: number) => void;
  /** Sends the frames that wait for a full post. */
  readonly flush: () => void;
  readonly acknowledged: number[];
  created: number;
}

const tickMs = 5;
const backfillSeq = 1_000_000_000;
/** A connection per posting device, so that no device waits for another's answer. */
const agent = new Agent({ keepAlive: true });
const untilAcknowledged = new Lags();
const lines: Line[] = [];
let errors: string[] = [];
let [created, acknowledged, open, sentAgain] = [0, 0, 0, 0];
let timer: NodeJS.Timeout | null = null;
let httpPort = 0;

const fail = (what: string): void => {
  if (errors.length < 100) errors.push(what);
};

function acknowledge(pipeline: Line, seq: number, madeAt: number): void {
  pipeline.acknowledged.push(seq);
  acknowledged++;
  open--;
  untilAcknowledged.add(Date.now() - madeAt);
}

async function mqttLine(device: PlantDevice, index: number, mqttPort: number): Promise<Line> {
  const hello = connectPacket(`device-${device.id}`, { username: device.serial, password: device.code });
  const waiting = new Map<number, { seq: number; madeAt: number }>();
  const socket = await openMqtt(mqttPort, hello, (first, body) => {
    if (first >> 4 !== 4) return;
    const id = body.readUInt16BE(0);
    const frame = waiting.get(id);
    waiting.delete(id);
    if (frame) acknowledge(pipeline, frame.seq, frame.madeAt);
  });
  socket.on('close', () => fail(`the session of device ${device.id} was closed`));
  const topic = `tocsin/v1/${device.address}/data`;
  const pipeline: Line = {
    device,
    created: 0,
    acknowledged: [],
    text: createFrameTexts(index + 1, 'compact'),
    send(seq, madeAt) {
      const id = (seq % 60_000) + 1;
      waiting.set(id, { seq, madeAt });
      socket.write(publishPacket(topic, pipeline.text(madeAt), id));
    },
    flush() {},
  };
  return pipeline;
}

function httpLine(device: PlantDevice, index: number, framesPerPost: number): Line {
  let gathered: { readonly seq: number; readonly madeAt: number; readonly text: string }[] = [];
  const pipeline: Line = {
    device,
    created: 0,
    acknowledged: [],
    text: createFrameTexts(index + 1, 'compact'),
    send(seq, madeAt) {
      gathered.push({ seq, madeAt, text: pipeline.text(madeAt) });
      if (gathered.length >= framesPerPost) pipeline.flush();
    },
    flush() {
      if (gathered.length === 0) return;
      const frames = gathered;
      gathered = [];
      postAll(
        device,
        frames.map((frame) => frame.text),
      ).then(
        () => {
          for (const frame of frames) acknowledge(pipeline, frame.seq, frame.madeAt);
        },
        (error) => fail(String(error)),
      );
    },
  };
  return pipeline;
}

/** Unanswered frames are sent again, as devices do, and become duplicates where they were stored. */
async function postAll(device: PlantDevice, frames: readonly string[], tries = 5): Promise<void> {
  try {
    const { accepted, duplicates } = await postText(agent, httpPort, device, 'data', `[${frames.join()}]`);
    if (accepted + duplicates !== frames.length)
      throw new Error(`${frames.length - accepted - duplicates} were refused`);
  } catch (error) {
    // The server closes idle connections, possibly just before the next post arrives.
    if (tries === 1 || !(error instanceof Error && 'code' in error)) throw error;
    sentAgain++;
    await postAll(device, frames, tries - 1);
  }
}

const questions = {
  /** Connects all devices, then sends until `end`. */
  async begin(sending: Sending): Promise<void> {
    const { byMqtt, byHttp, everyMs, framesPerPost, together } = sending;
    httpPort = sending.httpPort;
    for (let i = 0; i < byMqtt.length; i += 50) {
      const next = byMqtt.slice(i, i + 50).map((device, k) => mqttLine(device, i + k, sending.mqttPort));
      lines.push(...(await Promise.all(next)));
    }
    lines.push(...byHttp.map((device, i) => httpLine(device, byMqtt.length + i, framesPerPost)));
    // Devices of both protocols in turns, so that neither comes in a burst.
    lines.sort((a, b) => ((a.device.id * 7919) % 10_007) - ((b.device.id * 7919) % 10_007));
    const from = performance.now();
    let n = 0;
    timer = setInterval(() => {
      const rounds = (performance.now() - from) / everyMs;
      const due = together ? Math.floor(rounds) * lines.length : Math.floor(rounds * lines.length);
      for (; n < due; n++) {
        const pipeline = lines[n % lines.length];
        if (!pipeline) continue;
        created++;
        open++;
        pipeline.send(pipeline.created++, Date.now());
      }
    }, tickMs);
  },
  /** One post of frames of a past hour, as a device sends stored frames after an outage. */
  async backfill({ device, from, frames }: { device: PlantDevice; from: number; frames: number }): Promise<number> {
    const text = createFrameTexts(device.id, 'compact');
    const all = Array.from({ length: frames }, (_, i) =>
      text(from + i * 1_000).replace(
        /"seq":(\d+)/,
        (_all, seq) => `"historical":true,"seq":${backfillSeq + Number(seq)}`,
      ),
    );
    try {
      await postAll(device, all);
      return frames;
    } catch (error) {
      fail(String(error));
      return 0;
    }
  },
  take(_: null): SenderFigures {
    const { user, system } = process.cpuUsage();
    const taken = {
      created,
      acknowledged,
      sentAgain,
      errors,
      open,
      untilAcknowledged: untilAcknowledged.take(),
      cpuMs: (user + system) / 1_000,
    };
    errors = [];
    [created, acknowledged, sentAgain] = [0, 0, 0];
    return taken;
  },
  /** Stops creating frames and waits until all are answered. */
  async end({ withinMs }: { withinMs: number }): Promise<readonly SentBy[]> {
    if (timer) clearInterval(timer);
    for (const pipeline of lines) pipeline.flush();
    const until = Date.now() + withinMs;
    while (open > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
    return lines.map(({ device, created: all, acknowledged: seqs }) => {
      const flags = new Uint8Array(all);
      for (const seq of seqs) flags[seq] = 1;
      return { device: device.id, acknowledged: flags };
    });
  },
};
export type SenderQuestions = typeof questions;

serveParent(questions);
