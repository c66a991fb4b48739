import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeSite, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { startWalkApp, type WalkApp, walkSecret } from '../../testing/role-walk/app.ts';
import { codePurpose, encryptCode } from './codes.ts';

const database = testDatabase();
const serial_number = 'SN-WANTED';
const code = 'right';
let app: WalkApp;
beforeAll(async () => {
  app = await startWalkApp(database.db);
  const { cipher, hash } = encryptCode(createEncryption(walkSecret, codePurpose), serial_number, code);
  const unit = { serial_number, code_cipher: cipher, code_hash: hash, device_type: '0300' };
  await database.db.insertInto('device_registry').values(unit).execute();
});
afterAll(() => app.stop());

it('finds a unit whose serial number is typed without dash, in small letters; of two alike none but the exact one', async () => {
  const { db } = database;
  const encryption = createEncryption(walkSecret, codePurpose);
  for (const serial_number of ['GRAIN-7788', 'TWIN-1', 'TWIN 1']) {
    const { cipher, hash } = encryptCode(encryption, serial_number, code);
    await db
      .insertInto('device_registry')
      .values({ serial_number, code_cipher: cipher, code_hash: hash, device_type: '0300' })
      .execute();
  }
  const site = await makeSite(db);
  const person = await signedIn(app.http, db, await makeUser(db, { on: { [site.id]: 'Manager' } }));
  const claim = (serial: string, i: number) =>
    person.post('/api/v1/devices/', {
      title: `Leg ${i}`,
      serial_number: serial,
      code,
      device_type: '0300',
      location: site.id,
      udf_id: `ALIKE${i}`,
    });
  const found = await claim('grain 7788', 1);
  expect([found.statusCode, found.json().serial_number]).toEqual([201, 'GRAIN-7788']);
  expect((await claim('twin1', 2)).json()).toEqual({ non_field_errors: ['Not a valid serial number or code!'] });
  expect((await claim('TWIN-1', 3)).json().serial_number).toBe('TWIN-1');
  await db.deleteFrom('device').where('site_id', '=', site.id).execute();
});

// meets: owasp-asvs-5 V2.3.4
it('gives a unit to exactly one of sixteen people of as many clients who claim it at once', async () => {
  const { db } = database;
  const claimants = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const site = await makeSite(db);
      const person = await makeUser(db, { on: { [site.id]: 'Manager' } });
      return { location: site.id, calls: await signedIn(app.http, db, person) };
    }),
  );
  const unit = { title: 'Leg', serial_number, code, device_type: '0300' };
  const answers = await Promise.all(
    claimants.map(({ location, calls }, i) =>
      calls.post('/api/v1/devices/', { ...unit, location, udf_id: `RACE${i}` }),
    ),
  );
  const [won, ...more] = answers.filter((answer) => answer.statusCode === 201);
  expect(more).toEqual([]);
  const words = { non_field_errors: ['Not a valid serial number or code!'] };
  const lost = answers.filter((answer) => answer !== won).map((answer) => [answer.statusCode, answer.json()]);
  expect(lost).toEqual(Array.from({ length: 15 }, () => [400, words]));
  const devices = await db.selectFrom('device').select(['id', 'site_id']).execute();
  expect(devices).toEqual([{ id: won?.json().id, site_id: won?.json().location }]);
});
