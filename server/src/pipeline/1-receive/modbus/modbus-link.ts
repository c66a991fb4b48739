import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import modbus from 'modbus-serial';
import type { Block } from './modbus-map.ts';

/** The networks that may be polled; checked for each connection after name resolution. */
export class ModbusNetworks {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', prefix = ''] = network.split('/');
      this.#list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
    }
  }

  allows(address: string): boolean {
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    const family = isIP(mapped);
    return family !== 0 && this.#list.check(mapped, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Thrown when the address is outside MODBUS_NETWORKS. */
export class AddressRefused extends Error {}

/**
 * The outcome of a request. After `timeout` the connection stays open, after `broken` it is closed; `code` is the
 * Modbus exception.
 */
type BlockAnswer =
  | { readonly kind: 'words'; readonly words: readonly number[] }
  | { readonly kind: 'exception'; readonly code: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'broken'; readonly text: string };

/** One connection to a Modbus TCP server. Callers send one request at a time. */
export interface ModbusLink {
  read(block: Block): Promise<BlockAnswer>;
  isOpen(): boolean;
  close(): void;
}

export interface LinkOptions {
  /** `host` or `host:port`. */
  readonly address: string;
  readonly port: number;
  readonly unitId: number;
  readonly timeoutMs: number;
  readonly networks: ModbusNetworks;
}

/** Resolves, checks and connects. The connection goes to the checked address itself. */
export async function openModbus(options: LinkOptions): Promise<ModbusLink> {
  const { host, port } = splitAddress(options.address, options.port);
  const { address } = isIP(host) ? { address: host } : await lookup(host);
  if (!options.networks.allows(address)) {
    // Report only the name: users must not learn which address it resolves to.
    if (isIP(host)) throw new AddressRefused(`${address} is not in MODBUS_NETWORKS, so it is not asked`);
    throw new Error(`The name ${host} leads outside MODBUS_NETWORKS`);
  }
  const socket = await connectTo(address, port, options.timeoutMs);
  // Socket errors surface as failed requests.
  socket.on('error', () => {});
  const isForeign = watchProtocol(socket);
  const client = new modbus.default();
  client.on('error', () => {});
  await client.linkTCP(socket, { port });
  client.setID(options.unitId);
  client.setTimeout(options.timeoutMs);
  return {
    isOpen: () => !socket.destroyed && socket.readyState === 'open',
    close: () => {
      client.close(() => {});
      socket.destroy();
    },
    read: async (block) => {
      const answer = await read(client, block);
      return isForeign() ? { kind: 'broken', text: 'The answer is not Modbus: its protocol id is not 0' } : answer;
    },
  };
}

/** Checks the headers of the responses and closes the connection when a protocol id is not 0. */
function watchProtocol(socket: Socket): () => boolean {
  let held = Buffer.alloc(0);
  let isForeign = false;
  socket.on('data', (bytes: Buffer) => {
    held = Buffer.concat([held, bytes]);
    while (!isForeign && held.length >= headerBytes) {
      isForeign = held.readUInt16BE(2) !== 0;
      const length = headerBytes + held.readUInt16BE(4);
      if (isForeign) socket.destroy();
      else if (held.length < length) return;
      held = held.subarray(length);
    }
  });
  return () => isForeign;
}
const headerBytes = 6;

type Client = InstanceType<typeof modbus.default>;

async function read(client: Client, { fn, at, count }: Block): Promise<BlockAnswer> {
  try {
    if (fn <= 2) {
      const { data } = await (fn === 1 ? client.readCoils(at, count) : client.readDiscreteInputs(at, count));
      return { kind: 'words', words: data.slice(0, count).map(Number) };
    }
    const { data } = await (fn === 3 ? client.readHoldingRegisters(at, count) : client.readInputRegisters(at, count));
    return { kind: 'words', words: data };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): BlockAnswer {
  const { modbusCode, name, message } = error as { modbusCode?: number; name?: string; message?: string };
  if (typeof modbusCode === 'number') return { kind: 'exception', code: modbusCode };
  if (name === 'TransactionTimedOutError') return { kind: 'timeout' };
  return { kind: 'broken', text: message ?? String(error) };
}

/** Parses `host` or `host:port`; without a port the default one is used. */
export function splitAddress(address: string, usual: number): { readonly host: string; readonly port: number } {
  const isBracketed = address.startsWith('[');
  const end = isBracketed ? address.indexOf(']') + 1 : address.indexOf(':');
  const host = end > 0 ? address.slice(0, end) : address;
  const port = address.slice(host.length + 1);
  return { host: isBracketed ? host.slice(1, -1) : host, port: /^\d{1,5}$/.test(port) ? Number(port) : usual };
}

function connectTo(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error(`No connection to ${host}:${port} in ${timeoutMs} ms`)),
    );
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
