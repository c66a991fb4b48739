import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';

/** A way to an SMTP server on which mails meet faults. */
export interface CuttingSmtp {
  readonly url: string;
  isFaulty: boolean;
  /** Mails cut before their end, and mails whose acceptance was not told. */
  readonly met: { cut: number; lost: number };
  close(): void;
}

const faultyEvery = 4;
const endOfMail = Buffer.from('\r\n.\r\n');

/** Every fourth mail is cut before its end, or loses the server's answer, in turn. */
export async function startCuttingSmtp(target: string): Promise<CuttingSmtp> {
  const { hostname, port } = new URL(target);
  const met = { cut: 0, lost: 0 };
  const sockets = new Set<Socket>();
  let mails = 0;
  const way: { isFaulty: boolean } = { isFaulty: false };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isAnswerLost = false;
    const end = () => {
      near.destroy();
      far.destroy();
      sockets.delete(near);
    };
    sockets.add(near);
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('data', (bytes: Buffer) => {
      const isFault = bytes.includes(endOfMail) && way.isFaulty && ++mails % faultyEvery === 0;
      if (isFault && met.cut <= met.lost) {
        met.cut += 1;
        return end();
      }
      if (isFault) {
        met.lost += 1;
        isAnswerLost = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (isAnswerLost) end();
      else near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(way, {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    met,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
}
