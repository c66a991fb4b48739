import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { ArchiveConfig } from '../../platform/config.ts';

const timeLimitMs = 10_000;

/** Objects in a bucket of any S3 dialect. Every call throws when the store does not answer as it should within 10 s. */
export class ObjectStore {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #encryption: string | null;

  constructor({ url, region, key, secret, isPathStyle, encryption }: ArchiveConfig) {
    this.#client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: 0 });
    const { protocol, host, pathname } = new URL(url);
    const bucket = pathname.split('/')[1] ?? '';
    this.#base = isPathStyle ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`;
    this.#encryption = encryption;
  }

  async put(key: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      ...(this.#encryption && { 'x-amz-server-side-encryption': this.#encryption }),
    };
    await this.#call('PUT', key, { headers, body: bytes });
  }

  /** null: there is no such object. */
  async get(key: string): Promise<Buffer | null> {
    return this.#call('GET', key);
  }

  /** An object that is not there counts as deleted. */
  async remove(key: string): Promise<void> {
    await this.#call('DELETE', key);
  }

  async #call(method: string, key: string, init: RequestInit = {}): Promise<Buffer | null> {
    const limit = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    // The signal alone does not suffice: fetch refers to it weakly, and it can be collected with the request.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`the object storage did not answer ${method} within ${timeLimitMs} ms`));
        limit.abort();
      }, timeLimitMs);
    });
    try {
      return await Promise.race([this.#send(method, key, { ...init, signal: limit.signal }), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(method: string, key: string, init: RequestInit): Promise<Buffer | null> {
    const response = await this.#client.fetch(`${this.#base}/${key}`, { ...init, method });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.ok) return body;
    const code = /<Code>(\w+)/.exec(body.toString('utf8', 0, 2_000))?.[1] ?? '';
    if (response.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return null;
    throw new Error(`the object storage answered ${method} with ${response.status} ${code}`.trimEnd());
  }
}
