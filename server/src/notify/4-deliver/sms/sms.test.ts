import type { Story } from '@tocsin/contract/incident-story';
import { expect, it } from 'vitest';
import { isFromGateway } from '../../../features/contact-methods/inbound-sign.ts';
import { createEncryption } from '../../../platform/encryption.ts';
import { signatureOf } from '../../../platform/webhook-signature.ts';
import { type Content, pushText, smsText } from '../content.ts';
import { idFrom, smsRequest, smsTemplateMistake, valueAt } from './sms.ts';

const encryption = createEncryption('a secret of at least thirty-two characters', 'contact methods');
const gateway = {
  url: 'https://gateway.example/send?to={{to}}&id={{id}}',
  method: 'POST' as const,
  headers: encryption.close(JSON.stringify([{ name: 'X-Key', value: 'k3y' }])),
  body: '{"to":"{{to}}","text":"{{text}}"}',
  content_type: 'application/json' as const,
  id_field: 'messages.0.id',
  from_field: 'from',
  text_field: 'text',
  report_id_field: 'id',
  report_state_field: 'state',
  delivered_states: ['delivered'],
  failed_states: ['failed'],
  secret: Buffer.alloc(0),
  version: 1,
};
const content: Content = {
  kind: 'event',
  language: 'en',
  title: 'Leg 1, Head bearing: Alarm: Absolute',
  about: 'North, since 2026-11-21 03:12',
  whatToDo: 'Stop the leg. Feel the bearing "left".',
  url: 'https://tocsin.example/acknowledge/x',
  token: '1.x',
  code: '471108',
  fields: {},
};

it.each([
  [{ body: '{"text":"{{text}}"}', url: 'https://g.example/' }, 'lacks {{to}}'],
  [{ body: '{"to":"{{to}}","text":"{{txt}}"}' }, 'lacks {{text}}'],
  [{ body: '{"to":"{{to}}","text":"{{text}}","a":"{{price}}"}' }, "no field 'price'"],
  [{ body: '{"to":{{to}},"text":"{{text}}"' }, 'not valid JSON'],
  [{ method: 'GET' as const, body: '{{text}}' }, 'lacks {{text}}'],
])('refuses the template %o', (over, mistake) => {
  expect(smsTemplateMistake({ ...gateway, ...over })).toContain(mistake);
});

it('escapes what it fills in', () => {
  expect(smsTemplateMistake(gateway)).toBeNull();
  const request = smsRequest(gateway, { to: '+4915123', text: 'a "b"\n&c {{to}}', id: 'message-7' }, encryption);
  expect(request.url).toBe('https://gateway.example/send?to=%2B4915123&id=message-7');
  expect(JSON.parse(request.body)).toEqual({ to: '+4915123', text: 'a "b"\n&c {{to}}' });
  expect(request.headers).toMatchObject({ 'x-key': 'k3y', 'content-type': 'application/json' });
});

it('reads ids along a path, and falls back to ours', () => {
  expect(idFrom('{"messages":[{"id":"SM1"}]}', gateway, 'ours')).toBe('SM1');
  expect(idFrom('0: Accepted for delivery', gateway, 'ours')).toBe('ours');
  expect(valueAt({ a: { b: 3 } }, 'a.b')).toBe('3');
  expect(valueAt({}, 'constructor.name')).toBeNull();
});

it('says what to do and keeps the code, however long the rest is', () => {
  expect(smsText(content)).toBe(
    'Leg 1, Head bearing: Alarm: Absolute. North, since 2026-11-21 03:12. ' +
      'Do: Stop the leg. Feel the bearing "left". Reply 471108 to acknowledge.',
  );
  const long = smsText({ ...content, whatToDo: 'x'.repeat(1_000) });
  expect(long).toHaveLength(306);
  expect(long.endsWith('Reply 471108 to acknowledge.')).toBe(true);
});

const story: Story = {
  headline: 'Leg 1 stopped itself',
  since: '2026-11-27T10:07:06.000Z',
  first: 'First: Head bearing left, 84 °C, cleared 04:09',
  now: 'Head bearing left now 71 °C, falling 6 °C in 5 min',
  severity: 'alarm',
  clauses: [
    {
      at: null,
      time: '04:04',
      kind: 'cause',
      text: 'First: Head bearing left of Leg 1: alarm from the controller, 84 °C',
    },
    { at: null, time: '04:07', kind: 'consequence', text: 'Leg 1 stopped itself' },
    { at: null, time: '', kind: 'trend', text: 'Head bearing left now 71 °C, falling 6 °C in 5 min' },
    { at: null, time: '', kind: 'advice', text: 'Do not restart it. Check the bearing for grease and play.' },
  ],
};
const told = { ...content, title: story.headline, told: { site: 'Hutchinson Elevator', story } };

it('tells an incident in one text: site, headline and code whole, then what fits as whole sentences', () => {
  expect(smsText(told)).toBe(
    'Hutchinson Elevator: Leg 1 stopped itself. First: Head bearing left, 84 C, cleared 04:09. Do: Do not restart it. Reply 471108 to acknowledge.',
  );
  expect(smsText(told).length).toBeLessThanOrEqual(160);
  const greek = { ...told, told: { ...told.told, site: 'Σιλό Θεσσαλονίκης' } };
  expect(smsText(greek)).toBe('Σιλό Θεσσαλονίκης: Leg 1 stopped itself. Reply 471108 to acknowledge.');
});

it('puts the whole story into a notification, and leaves out whole clauses where it is too long', () => {
  const { title, body } = JSON.parse(pushText(told));
  expect(title).toBe('Leg 1 stopped itself');
  expect(body).toBe(
    'Hutchinson Elevator\n04:04 First: Head bearing left of Leg 1: alarm from the controller, 84 °C. 04:07 Leg 1 stopped itself. ' +
      'Head bearing left now 71 °C, falling 6 °C in 5 min.\nStop the leg. Feel the bearing "left".',
  );
  const long = JSON.parse(pushText({ ...told, whatToDo: 'x'.repeat(780) })).body;
  expect(long).toContain('84 °C.');
  expect(long).not.toContain('stopped itself');
});

it('keeps a notification within what push services take', () => {
  const text = pushText({ ...content, title: '€'.repeat(500), whatToDo: '€'.repeat(1_000) });
  expect(Buffer.byteLength(text)).toBeLessThan(3_900);
});

it('takes calls of the gateway that are signed, or bear the secret, and no others', () => {
  const now = 1_800_000_000_000;
  const good = { 'tocsin-signature': signatureOf('s3cret', now / 1000, '+49151.471108') };
  expect(isFromGateway(good, 's3cret', '+49151.471108', now)).toBe(true);
  expect(isFromGateway(good, 's3cret', '+49151.471109', now)).toBe(false);
  expect(isFromGateway(good, 'other', '+49151.471108', now)).toBe(false);
  expect(isFromGateway(good, 's3cret', '+49151.471108', now + 301_000)).toBe(false);
  expect(isFromGateway({ authorization: 'Bearer s3cret' }, 's3cret', '', now)).toBe(true);
  expect(isFromGateway({ authorization: 'Bearer s3cre' }, 's3cret', '', now)).toBe(false);
  expect(isFromGateway({}, 's3cret', '', now)).toBe(false);
});
