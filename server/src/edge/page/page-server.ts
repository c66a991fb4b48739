import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pageHash, pageHtml } from './page.ts';
import type { PageState } from './view.ts';

/** The edge's own page: one document, and its state as JSON. It takes no input at all. */
export async function openPage(
  host: string,
  port: number,
  view: () => PageState,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const isLocal = isLoopback(host);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    // Another site's name that leads to this machine must not read it.
    if (isLocal && !isLoopback(hostOf(request))) send(response, 421, 'text/plain', 'Open this page as localhost.');
    else if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, 'text/plain', '');
    else if (request.url === '/') send(response, 200, 'text/html; charset=utf-8', pageHtml);
    else if (request.url === '/state.json') send(response, 200, 'application/json', JSON.stringify(view()));
    else if (request.url === '/healthz') send(response, 200, 'text/plain', 'OK');
    else send(response, 404, 'text/plain', 'Not found');
  });
  server.maxConnections = 100;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const policy = `default-src 'none'; connect-src 'self'; script-src 'sha256-${pageHash.script}'; style-src 'sha256-${pageHash.style}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  response.end(body);
}

function hostOf({ headers }: IncomingMessage): string {
  const host = headers.host ?? '';
  const at = host.lastIndexOf(':');
  return at > 0 && /^\d+$/.test(host.slice(at + 1)) ? host.slice(0, at) : host;
}
const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '::1', '[::1]'].includes(host);
