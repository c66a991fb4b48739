#!/usr/bin/env node
// A gateway for a modem that Gammu's SMS daemon drives. It takes `{"to", "text", "id"}` by POST with the token, and hands
// the text to the daemon: MODEM_TOKEN=... MODEM_SMSDRC=/etc/gammu-smsdrc node sms-modem.mjs [port].
import { execFile } from 'node:child_process';
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { promisify } from 'node:util';

const run = promisify(execFile);
const { MODEM_TOKEN = '', MODEM_SMSDRC = '/etc/gammu-smsdrc', MODEM_HOST = '127.0.0.1' } = process.env;
const port = Number(process.argv[2] ?? 8025);
const mostBytes = 10_000;
if (MODEM_TOKEN.length < 16) throw new Error('MODEM_TOKEN needs at least 16 characters');

/** @param {string} [header] */
const isAllowed = (header = '') => {
  const [given, expected] = [Buffer.from(header), Buffer.from(`Bearer ${MODEM_TOKEN}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** @param {AsyncIterable<Buffer>} request */
const read = async (request) => {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > mostBytes) throw new Error('too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

createServer(async (request, response) => {
  /** @param {number} code @param {object} [body] */
  const answer = (code, body = {}) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method !== 'POST' || !isAllowed(request.headers.authorization)) return answer(403);
  let message;
  try {
    message = await read(request);
  } catch {
    return answer(400);
  }
  const { to, text, id } = message;
  if (!/^\+\d{7,15}$/.test(to) || typeof text !== 'string' || text === '') return answer(400);
  try {
    await run('gammu-smsd-inject', ['-c', MODEM_SMSDRC, 'TEXT', to, '-len', '600', '-unicode', '-textutf8', text]);
    answer(202, { id });
  } catch {
    // Tocsin tries again.
    answer(503);
  }
}).listen(port, MODEM_HOST);
