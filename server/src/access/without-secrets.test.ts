import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../testing/all-endpoints.ts';
import { isSecret, withoutSecrets } from './without-secrets.ts';

/** Fields whose names sound like a secret and hold none. */
const harmless = new Set([
  // Codes of reasons, types and answers; keys of lists and maps; whether there is a secret.
  'code',
  'key',
  'reason_code',
  'response_code',
  'has_credential',
]);

/** Every endpoint that admits service accounts or API keys. */
const endpointsOfPrograms = async () =>
  (await allEndpoints()).filter(
    ({ programs, keys }) => (programs !== undefined && programs !== 'none') || keys !== undefined,
  );

const namesIn = (schema: unknown): string[] => {
  if (schema === null || typeof schema !== 'object') return [];
  const properties: unknown = Reflect.get(schema, 'properties');
  const within = properties !== null && typeof properties === 'object' ? properties : {};
  const own = Object.keys(within).filter((name) => !isSecret(name, within));
  return [...own, ...Object.values(schema).flatMap(namesIn)];
};

describe('an answer to a program', () => {
  it('has no field that sounds like a secret and is neither removed nor known to be harmless', async () => {
    const specs = await endpointsOfPrograms();
    expect(specs.length).toBeGreaterThan(150);
    const open = specs.flatMap(({ method, path, reply }) =>
      (reply ? namesIn(z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' })) : [])
        .filter((name) => /code|secret|token|password|passw|credential|link|activation|key$/.test(name))
        .filter((name) => !harmless.has(name))
        .map((name) => `${method} ${path} ${name}`),
    );
    expect([...new Set(open)]).toEqual([]);
  });

  it('has null in place of each, at any depth, and everything else as it was', () => {
    const at = new Date(0);
    expect(
      withoutSecrets({
        id: 1,
        at,
        list: [{ code: 'x', serial_number: 'S', deep: { secret: { a: 1 }, code: '0300' } }],
      }),
    ).toEqual({
      id: 1,
      at,
      list: [{ code: null, serial_number: 'S', deep: { secret: null, code: '0300' } }],
    });
  });
});
