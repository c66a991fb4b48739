import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';

export interface ServerOptions {
  readonly host: string;
  /** The plain port, 0 for a free one; null to accept only TLS connections. */
  readonly port: number | null;
  readonly tls: (TlsFiles & { readonly port: number }) | null;
}

/** Contents of PEM files. */
export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Who may issue certificates of devices, and which are revoked; null: the port asks for none. */
  readonly clients: { readonly ca: Buffer; readonly crl: Buffer | null; readonly isRequired: boolean } | null;
}

/** A device that shows no certificate may sign in by its code, unless one is required. */
function tlsOptionsOf({ cert, key, clients }: TlsFiles) {
  const own = { cert, key, ciphers, honorCipherOrder: true, minVersion: 'TLSv1.2' } as const;
  if (!clients) return own;
  const { ca, crl, isRequired } = clients;
  // Without `rejectUnauthorized`, mqtt-adapter.ts refuses invalid certificates itself.
  return { ...own, ca, requestCert: true, rejectUnauthorized: isRequired, ...(crl ? { crl } : {}) };
}

/** Uses renewed files for new connections; tickets of earlier sessions are void. */
export const renewTls = (server: TlsServer, files: TlsFiles): void => server.setSecureContext(tlsOptionsOf(files));

/** TLS 1.2 only with forward secrecy and authenticated encryption: no RSA key exchange, no CBC. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** TCP keep-alive, which detects half-open connections of devices without an MQTT keep-alive. */
const watchLine = { keepAlive: true, keepAliveInitialDelay: 60_000 };

/** Opens the plain and the TLS port. Returns the servers and the plain port, or the TLS port without a plain one. */
export async function openServers(
  { host, port, tls }: ServerOptions,
  accept: (socket: Socket) => void,
): Promise<{ readonly servers: readonly Server[]; readonly secured: TlsServer | null; readonly port: number }> {
  const servers: Server[] = [];
  const ports: number[] = [];
  if (port !== null) {
    const plain = createServer(watchLine, accept);
    servers.push(plain);
    ports.push(await listen(plain, host, port));
  }
  let secured: TlsServer | null = null;
  if (tls) {
    secured = createTlsServer({ ...watchLine, ...tlsOptionsOf(tls) }, accept);
    servers.push(secured);
    ports.push(await listen(secured, host, tls.port));
  }
  const [first] = ports;
  if (first === undefined) throw new Error('The MQTT broker has neither a plain nor a TLS port');
  return { servers, secured, port: first };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}
