import { Agent } from 'node:http';
import type { PlantDevice } from '@tocsin/e2e/plant';
import { serveParent } from './child.ts';
import { createFrameTexts } from './load.ts';
import { postText } from './post.ts';

/** Devices that send their next post as soon as the last was acknowledged, to measure the maximum rate. */
interface Pushing {
  readonly devices: readonly PlantDevice[];
  /** Each device sends to one of these ports, in turns. */
  readonly ports: readonly number[];
  readonly framesPerPost: number;
}

const agent = new Agent({ keepAlive: true });
let [acknowledged, refused] = [0, 0];
let pushing = true;

async function push(device: PlantDevice, index: number, port: number, framesPerPost: number): Promise<void> {
  const text = createFrameTexts(index + 1, 'compact');
  let last = 0;
  while (pushing) {
    const from = Math.max(last + 1, Date.now() - framesPerPost);
    const frames = Array.from({ length: framesPerPost }, (_, i) => text(from + i));
    last = from + framesPerPost - 1;
    try {
      const { accepted, duplicates } = await postText(agent, port, device, 'data', `[${frames.join()}]`);
      acknowledged += accepted + duplicates;
    } catch {
      refused += framesPerPost;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const questions = {
  begin({ devices, ports, framesPerPost }: Pushing): void {
    for (const [i, device] of devices.entries()) void push(device, i, ports[i % ports.length] ?? 0, framesPerPost);
  },
  take(_: null): { readonly acknowledged: number; readonly refused: number } {
    const taken = { acknowledged, refused };
    [acknowledged, refused] = [0, 0];
    return taken;
  },
  end(_: null): void {
    pushing = false;
  },
};
export type PusherQuestions = typeof questions;

serveParent(questions);
