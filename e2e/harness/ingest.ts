import type { PlantDevice } from './plant.ts';
import { baseUrl } from './where.ts';

/** Posts to the HTTP adapter as a device does; resolves once the frame is stored. */
export async function ingest(
  device: Pick<PlantDevice, 'address' | 'serial' | 'code'>,
  kind: 'birth' | 'data' | 'death',
  body: object,
  url = baseUrl(),
): Promise<void> {
  const answer = await fetch(`${url}/api/v1/ingest/${device.address}/${kind}/`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${device.serial}:${device.code}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${kind} was refused: ${answer.status} ${await answer.text()}`);
}
