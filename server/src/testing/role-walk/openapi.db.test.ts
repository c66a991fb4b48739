import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from './app.ts';
import { sampleOf } from './calls.ts';
import { makeWorld, signInAs, type World } from './world.ts';

/** The OpenAPI document of the API, and every route's answers validated against it. */

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
}

const database = testDatabase();
let app: WalkApp;
let document: Document;
beforeAll(async () => {
  app = await startWalkApp(database.db);
  const { body } = await app.http.inject('/api/docs/openapi.json');
  document = JSON.parse(body) as Document;
  // For tools/openapi-check.ts, which gives it to other programs.
  const file = process.env.OPENAPI_FILE;
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
});
afterAll(() => app.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
const schemaOf = (kind: string): object => {
  const operation = document.paths[`/api/v1/ingest/{udf_id}/${kind}`]?.post;
  return operation?.requestBody?.content['application/json']?.schema ?? { not: {} };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false });

it('names every operation once and describes every tag', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('getClientsByIdLogo');
  const tags = new Set(operations().flatMap(({ operation }) => operation.tags));
  expect([...tags].sort()).toEqual(document.tags.map(({ name }) => name));
});

it('describes what devices send: arrays, frames of any length, alarms of any sensor', () => {
  const takes = ajv.compile(schemaOf('data'));
  const fullFrame = { ts: 1_700_000_000_000, seq: 4, v: [41.5, null, 3], alarm: [2], state: { 2: 'Misaligned' } };
  const named = { ts: 1_700_000_000_000, values: { '4.401': 41.5, '1.101': { value: 1, alarm: true } } };
  for (const body of [fullFrame, named, [fullFrame, named], []]) expect([body, takes(body)]).toEqual([body, true]);
  for (const body of [{ v: [] }, 7, [[fullFrame]], { ...fullFrame, alarm: [-1] }])
    expect([body, takes(body)]).toEqual([body, false]);
});

it('describes every import as a form with a file, and the one press that ends mails as a form', () => {
  const forms = operations().filter(({ operation }) => operation.requestBody?.content['multipart/form-data']);
  expect(forms.map(({ operation }) => operation.operationId).sort()).toEqual([
    'patchTabsByIdV2',
    'postDevicesByIdHistoryImport',
    'postDevicesByIdModbusTags',
    'postDevicesByIdSettingsImportSensorNames',
    'postDevicesByIdSettingsImportWarnings',
    'postLocationsByIdResponsesImport',
    'postOemDeviceRegistryImport',
    'postSchemasImportV2',
    'postTabsV2',
    'postUnsubscribeByToken',
    'putClientsByIdLogo',
  ]);
});

/** Bodies that provoke the different statuses: valid, empty and wrong. */
const bodiesOf = (body: object | undefined) =>
  body === undefined ? [undefined] : [body, {}, [], { id: 'x' }, { name: 7 }];
const people = ['super', 'user', 'nobody'] as const;

it('answers every call as the document says', async () => {
  const wrong: string[] = [];
  const statuses = new Set<number>();
  const ask = async (world: World, token: string | undefined, path: string, method: string, operation: Operation) => {
    const sample = sampleOf(method, path.replace(/\{(\w+)\}/g, ':$1'), world);
    const remote = sample.url.replace(/\/\d+(?=[/?])/, '/999999999');
    for (const url of new Set([sample.url, remote]))
      for (const body of bodiesOf(sample.body)) {
        const answer = await app.http.inject({
          method: method as 'GET',
          url,
          headers: {
            ...(token === undefined ? {} : { authorization: `JWT ${token}` }),
            'x-tocsin-selection': `${world.client},${world.site},${world.device}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        });
        statuses.add(answer.statusCode);
        const fault = faultOf(operation, answer);
        if (fault) wrong.push(`${method} ${url} ${JSON.stringify(body)}: ${answer.statusCode} ${fault}`.slice(0, 400));
      }
  };
  for (const person of people)
    for (const { path, method, operation } of operations()) {
      // A call may delete what the next one needs.
      if (method !== 'GET' || !worlds.has(person)) worlds.set(person, await freshWorld(person));
      const [world, token] = worlds.get(person) ?? (await freshWorld(person));
      await ask(world, token, path, method, operation);
    }
  console.info(`statuses: ${[...statuses].sort().join(' ')}`);
  expect(wrong).toEqual([]);
}, 1_800_000);

const worlds = new Map<string, readonly [World, string | undefined]>();
async function freshWorld(person: (typeof people)[number]): Promise<readonly [World, string | undefined]> {
  const world = await makeWorld(database.db, 'Described');
  return [world, await signInAs(database.db, person, world)];
}

type Answer = Awaited<ReturnType<WalkApp['http']['inject']>>;

/** Why an answer does not match the document; null when it does. */
function faultOf(operation: Operation, answer: Answer): string | null {
  const response = operation.responses[answer.statusCode];
  if (!response) return 'the status is not in the document';
  if (!response.content) return answer.body === '' ? null : 'a body where there is none';
  const type = String(answer.headers['content-type']).split(';', 1)[0] ?? '';
  const described = response.content[type];
  if (!described) return `${type} is not in the document`;
  if (type !== 'application/json') return null;
  const validate = ajv.compile(described.schema);
  return validate(answer.json()) ? null : ajv.errorsText(validate.errors);
}
