import { auditActions, auditSubjects } from '@tocsin/contract/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from '../role-walk/app.ts';
import { walkAccounts } from './steps-accounts.ts';
import { walkAdministration } from './steps-administration.ts';
import { walkContactMethods } from './steps-contact-methods.ts';
import { walkMessages } from './steps-messages.ts';
import { walkMonitoring } from './steps-monitoring.ts';
import { walkPasskeys } from './steps-passkeys.ts';
import { providerAddress, walkProviders } from './steps-providers.ts';
import { createWalker, type Walker } from './walker.ts';

const database = testDatabase();
let app: WalkApp;
let walker: Walker;
const exceptions = {
  'POST /api/v1/messages/link': 'shows a message; only the time when it was opened is stored',
  'POST /api/v1/messages/link/delivered': 'notes that a notification was shown',
  'POST /api/v1/contact-methods/:id/code': 'sends a code; changes nothing until it is entered',
  'POST /api/v1/contact-methods/:id/test': 'sends a test; changes nothing',
  'POST /api/v1/contact-methods/test-email': 'sends a test; changes nothing',
  'POST /api/v1/sms-gateway/inbound': 'a delivery report changes a message only; a reply is audited like a link',
  'POST /api/v1/verify-recaptcha': 'tells whether a visitor is a person; nothing is kept',
  'POST /api/v1/devices/:id/settings/warnings/rehearsal': 'computes; changes nothing',
  'POST /api/v1/devices/:id/settings/copies/preview': 'shows a difference; changes nothing',
  'POST /api/v1/device-types/:id/template/rollouts/preview': 'shows a difference; changes nothing',
  'POST /api/v1/batch': 'its calls are audited one by one',
  'POST /api/v1/rotations/:id/preview': 'shows a difference; changes nothing',
  'POST /api/v1/devices/:id/modbus/tags': 'reads a file; changes nothing',
  'POST /api/v1/payload-maps/try': 'reads messages; stores nothing',
  'POST /api/v1/devices/:id/walk-tests/:walk/press': 'says where the walker is; the walk keeps the newest press only',
  'GET /api/v1/locations/:id/alarm-register': 'read for the digest that the approval names',
  'POST /api/v1/sign-in/provider': 'changes nothing until the provider sends the person back',
  'POST /api/v1/sign-in/provider/invited': 'changes nothing until the provider sends the person back',
  'POST /api/v1/accounts/provider-links': 'changes nothing until the provider sends the person back',
  'POST /api/v1/sign-in/passkey': 'changes nothing until the browser answers',
  'POST /api/v1/2fa/passkeys/begin': 'changes nothing until the browser answers',
  'POST /api/v1/2fa/passkeys/verify/begin': 'changes nothing until the browser answers',
};
beforeAll(async () => {
  app = await startWalkApp(database.db, undefined, undefined, (address) => address === providerAddress);
  walker = createWalker(app, database.db, exceptions);
});
afterAll(() => app.stop());

describe('the audit', () => {
  // meets: iec-62443-4-2 CR 2.8, CR 2.12
  // meets: isa-18.2 17 change
  it('has a row with old and new value for every mutating call of the OpenAPI document that answers 2xx', async () => {
    await walkAccounts(app, database.db, walker);
    await walkAdministration(app, database.db, walker);
    await walkMonitoring(app, database.db, walker);
    await walkMessages(app, database.db, walker);
    await walkProviders(app, database.db, walker);
    await walkPasskeys(app, database.db, walker);
    await walkContactMethods(app, database.db, walker);
    const document = (await app.http.inject('/api/docs/openapi.json')).json();
    const mutating = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
        .map((method) => `${method.toUpperCase()} ${path.replace(/\/+$/, '').replace(/\{(\w+)\}/g, ':$1')}`),
    );
    // Devices send frames, which are stored as such and not audited.
    const byPeople = mutating.filter((route) => app.api.rules.get(route) !== 'device-credentials');
    const missed = byPeople.filter((route) => !walker.walked.has(route));
    console.info(`audit walk: ${byPeople.length - missed.length} of ${byPeople.length} mutating calls`);
    expect({ wrong: walker.wrong, missed }).toEqual({ wrong: [], missed: [] });
  }, 300_000);

  it('uses the words by which the page filters', async () => {
    const rows = await database.db.selectFrom('audit').select(['subject', 'action']).distinct().execute();
    const isKnown = (words: readonly string[], word: string): boolean => words.includes(word);
    const unknown = rows.filter(
      // Selections are not offered.
      ({ subject, action }) =>
        action !== 'select' && !(isKnown(auditSubjects, subject) && isKnown(auditActions, action)),
    );
    expect(unknown).toEqual([]);
  });

  // meets: owasp-asvs-5 V16.2.5
  it('never holds a password, a code or a token', async () => {
    const rows = await database.db.selectFrom('audit').selectAll().execute();
    const text = JSON.stringify(rows);
    for (const secret of ['Correct horse 9', 'Battery staple 8', 'code-one']) expect(text).not.toContain(secret);
    expect(rows.every((row) => row.address === '10.9.8.7')).toBe(true);
  });
});
