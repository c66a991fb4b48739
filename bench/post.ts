import { type Agent, request } from 'node:http';
import { IngestAnswer } from '@tocsin/contract/frame';
import type { PlantDevice } from '@tocsin/e2e/plant';

/**
 * Posts as a device does over a kept connection and returns the server's answer; rejects when the status is not 200.
 */
export function postText(
  agent: Agent,
  port: number,
  device: PlantDevice,
  kind: string,
  body: string,
): Promise<IngestAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/v1/ingest/${device.address}/${kind}/`,
        auth: `${device.serial}:${device.code}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(IngestAnswer.parse(JSON.parse(text)));
          else reject(new Error(`${kind}: ${answer.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}
