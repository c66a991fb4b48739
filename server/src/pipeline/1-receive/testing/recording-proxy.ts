import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';

interface Recorded {
  readonly from: 'client' | 'broker';
  readonly packet: Packet;
}

/** One connection through the proxy: every MQTT packet in the order in which it passed. */
export interface RecordedConnection {
  readonly clientId: string;
  readonly packets: readonly Recorded[];
  readonly isClosed: boolean;
  /** Ends it without a DISCONNECT. */
  break(): void;
}

interface Recording {
  clientId: string;
  packets: Recorded[];
  isClosed: boolean;
  break(): void;
}

/** A TCP proxy on loopback before a broker that records the MQTT packets of both directions. */
export class RecordingProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #server: Server;
  readonly #all: Recording[] = [];

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
    this.#server = createServer((socket) => this.#forward(socket));
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const address = this.#server.address();
    return `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    for (const recording of this.#all) recording.break();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  /** The connections that signed in with this client id, oldest first. */
  of(clientId: string): readonly RecordedConnection[] {
    return this.#all.filter((one) => one.clientId === clientId);
  }

  #forward(socket: Socket): void {
    const far = dial(this.#target);
    const recording: Recording = {
      clientId: '',
      packets: [],
      isClosed: false,
      break() {
        socket.destroy();
        far.destroy();
      },
    };
    this.#all.push(recording);
    let version = 4;
    const watch = (from: Recorded['from'], source: Socket, target: Socket): void => {
      let parser = mqttPacket.parser({ protocolVersion: version });
      const note = (packet: Packet): void => {
        if (packet.cmd === 'connect') {
          recording.clientId = packet.clientId;
          version = packet.protocolVersion ?? 4;
        }
        recording.packets.push({ from, packet });
      };
      parser.on('packet', note);
      source.on('data', (bytes: Buffer) => {
        // The broker's side learns the version from the client's first packet.
        if (from === 'broker' && recording.packets.every((one) => one.from === 'client')) {
          parser = mqttPacket.parser({ protocolVersion: version });
          parser.on('packet', note);
        }
        parser.parse(bytes);
        target.write(bytes);
      });
      source.on('error', () => {});
      source.on('end', () => target.end());
      source.on('close', () => {
        recording.isClosed = true;
        target.destroy();
      });
    };
    watch('client', socket, far);
    watch('broker', far, socket);
  }
}
