import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ArchiveConfig } from '../../../platform/config.ts';

/**
 * What the store does wrong with calls of a method: answers 500, never answers, ends within the body, returns a wrong
 * byte, forgets what it confirmed.
 */
export type StoreFault = 'error' | 'silent' | 'cut' | 'wrong' | 'forgets';

export interface S3Server {
  readonly config: ArchiveConfig;
  readonly objects: Map<string, Buffer>;
  /** Faults by method, until removed. */
  readonly faults: Map<string, StoreFault>;
  /** Calls as `METHOD key`, in order. */
  readonly calls: string[];
  close(): Promise<void>;
}

const bucket = 'history';

/** A small S3 server in memory: put, get and delete of whole objects in one bucket, and faults. */
export async function startS3Server(overrides: Partial<ArchiveConfig> = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const faults = new Map<string, StoreFault>();
  const calls: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '' } = request;
    const key = decodeURIComponent(new URL(request.url ?? '', 'http://store').pathname).slice(`/${bucket}/`.length);
    calls.push(`${method} ${key}`);
    const body = Buffer.concat(await request.toArray());
    const fault = faults.get(method);
    if (fault === 'silent') return;
    if (fault === 'error' || !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
      response.writeHead(fault ? 500 : 403).end('<Error><Code>InternalError</Code></Error>');
      return;
    }
    if (method === 'PUT') {
      if (fault !== 'forgets') objects.set(key, fault === 'wrong' ? damaged(body) : body);
      response.end();
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      const bytes = objects.get(key);
      if (!bytes) {
        response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
        return;
      }
      response.setHeader('content-length', bytes.length);
      if (fault === 'cut') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      else response.end(fault === 'wrong' ? damaged(bytes) : bytes);
    }
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      url: `http://127.0.0.1:${port}/${bucket}`,
      region: 'us-east-1',
      key: 'key',
      secret: 'secret',
      isPathStyle: true,
      encryption: null,
      hotDays: 35,
      keepDays: 35,
      cacheMb: 64,
      ...overrides,
    },
    objects,
    faults,
    calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function damaged(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  const at = other.length >> 1;
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
}
