import type { Socket } from 'node:net';
import { serveParent } from './child.ts';
import { connectPacket, openMqtt, pingPacket, publishPacket } from './raw-mqtt.ts';

/** Devices that are connected and send nothing but pings. */
export interface Login {
  readonly port: number;
  readonly address: string;
  readonly serial: string;
  readonly code: string;
}

const atOnce = 100;
const tickMs = 100;
const sockets: { readonly socket: Socket; readonly login: Login }[] = [];
let [pongs, closed, acknowledged] = [0, 0, 0];
let timer: NodeJS.Timeout | null = null;

async function openOne(login: Login): Promise<void> {
  const hello = connectPacket(`idle-${login.serial}`, { username: login.serial, password: login.code });
  const socket = await openMqtt(login.port, hello, (first) => {
    if (first === 0xd0) pongs++;
    if (first >> 4 === 4) acknowledged++;
  });
  socket.on('close', () => closed++);
  sockets.push({ socket, login });
}

const questions = {
  async open(logins: readonly Login[]): Promise<number> {
    for (let i = 0; i < logins.length; i += atOnce) await Promise.all(logins.slice(i, i + atOnce).map(openOne));
    return sockets.length;
  },
  /** Each device pings once in this time, one after the other. */
  ping({ everyMs }: { everyMs: number }): void {
    const from = performance.now();
    let n = 0;
    timer = setInterval(() => {
      const due = ((performance.now() - from) / everyMs) * sockets.length;
      for (; n < due; n++) sockets[n % sockets.length]?.socket.write(pingPacket);
    }, tickMs);
  },
  /** Sends each device's birth; resolves when all are acknowledged. */
  async birth({ text }: { text: string }): Promise<void> {
    const before = acknowledged;
    for (let i = 0; i < sockets.length; i += atOnce) {
      for (const { socket, login } of sockets.slice(i, i + atOnce))
        socket.write(publishPacket(`tocsin/v1/${login.address}/birth`, text, 1));
      const wanted = before + Math.min(sockets.length, i + atOnce);
      while (acknowledged < wanted && closed === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
  take(_: null): { readonly open: number; readonly pongs: number; readonly closed: number } {
    return { open: sockets.length - closed, pongs, closed };
  },
  stop(_: null): void {
    if (timer) clearInterval(timer);
    for (const { socket } of sockets) socket.destroy();
  },
};
export type FleetQuestions = typeof questions;

serveParent(questions);
