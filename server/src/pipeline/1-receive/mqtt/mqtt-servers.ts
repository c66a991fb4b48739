import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { type CertificatePair, strongTls } from '../../../platform/tls.ts';

export interface ServerOptions {
  readonly host: string;
  /** The plain port, 0 for a free one; null to accept only TLS connections. */
  readonly port: number | null;
  readonly tls: (TlsFiles & { readonly port: number }) | null;
}

/** Contents of PEM files. */
export interface TlsFiles extends CertificatePair {
  /** Who may issue certificates of devices, and which are revoked; null: the port asks for none. */
  readonly clients: { readonly ca: Buffer; readonly crl: Buffer | null; readonly isRequired: boolean } | null;
}

/** A device that shows no certificate may sign in by its code, unless one is required. */
function tlsOptionsOf({ cert, key, clients }: TlsFiles) {
  const own = { cert, key, ...strongTls };
  if (!clients) return own;
  const { ca, crl, isRequired } = clients;
  // Without `rejectUnauthorized`, mqtt-adapter.ts refuses invalid certificates itself.
  return { ...own, ca, requestCert: true, rejectUnauthorized: isRequired, ...(crl ? { crl } : {}) };
}

/** Uses renewed files for new connections; tickets of earlier sessions are void. */
export const renewTls = (server: TlsServer, files: TlsFiles): void => server.setSecureContext(tlsOptionsOf(files));

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
