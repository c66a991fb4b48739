import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import modbus from 'modbus-serial';
import type { Block } from './modbus-map.ts';

/** Where the server may connect to poll; checked for each connection, after its name was resolved. */
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

/** The address lies outside MODBUS_NETWORKS. */
export class AddressRefused extends Error {}

/**
 * How a request ended. After `timeout` the connection goes on, after `broken` it is gone; `code` is the Modbus
 * exception.
 */
export type BlockAnswer =
  | { readonly kind: 'words'; readonly words: readonly number[] }
  | { readonly kind: 'exception'; readonly code: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'broken'; readonly text: string };

/** One connection to a Modbus TCP server. Its user asks one request at a time. */
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

/** Resolves, checks and connects; the connection is made to the very address that was checked. */
export async function openModbus(options: LinkOptions): Promise<ModbusLink> {
  const { host, port } = splitAddress(options.address, options.port);
  const { address } = isIP(host) ? { address: host } : await lookup(host);
  if (!options.networks.allows(address))
    throw new AddressRefused(`${address} is not in MODBUS_NETWORKS, so it is not asked`);
  const socket = await connectTo(address, port, options.timeoutMs);
  // Whatever befalls the socket is told by the requests that then fail.
  socket.on('error', () => {});
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
    read: (block) => read(client, block),
  };
}

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

/** `host` or `host:port`; without a port it is the usual one. */
export function splitAddress(address: string, usual: number): { readonly host: string; readonly port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(address);
  const host = match?.[1] ?? match?.[2] ?? address;
  return { host, port: match?.[3] ? Number(match[3]) : usual };
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
