// Takes the sheets of docs/screens of one incident in ten places: `node e2e/sheets/ten-places.ts`. A real server, a
// device that runs hot and stops, and what push, SMS and mail really brought to two people, one of whom reads German.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Api, closeTour } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf } from '../harness/browser.ts';
import { ingest } from '../harness/ingest.ts';
import { Mailbox, startMailServer } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { connectGateway, reach } from '../harness/reached.ts';
import { Receivers } from '../harness/receivers.ts';
import { makeTab, publish, waitForSensor } from '../harness/schema.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { unzip } from '../harness/unzip.ts';
import { still } from './still.ts';
import { asWebp } from './webp.ts';

const out = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const before = fileURLToPath(new URL('../../.cache/shots/', import.meta.url));
for (const folder of [out, before]) mkdirSync(folder, { recursive: true });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Place {
  readonly name: string;
  /** A picture (data URL), or the words that arrived. */
  readonly picture?: string;
  readonly words?: readonly string[];
}

const mails = await startMailServer();
const receivers = await Receivers.start();
const server = await TocsinServer.start({ env: { SMTP_URL: mails.url, WEBHOOK_NETWORKS: '127.0.0.0/8' } });
const browser = await openBrowser();
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  await connectGateway(api, receivers);
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [leg, other] = plant.devices;
  if (!leg || !other) throw new Error('no devices');
  await api.call('PATCH', `clients/${plant.clientId}/`, { company: 'Prairie Grain Co-op' });
  await api.call('PATCH', `locations/${plant.siteId}/`, { title: 'Hutchinson Elevator' });

  const groups = [
    {
      id: '4',
      name: 'Bearings',
      sensors: ['Head bearing left', 'Head bearing right', 'Boot bearing left', 'Ambient'].map((name, i) => ({
        id: String(4000 + i),
        name,
        type: 'NUMERIC',
        unit: 'C',
      })),
    },
    { id: '18', name: 'System', sensors: [{ id: '18000', name: 'System state', type: 'NUMERIC' }] },
  ];
  let seq = 0;
  let celsius = 62;
  let isStopped = false;
  let isHot = false;
  const frame = async (): Promise<void> => {
    seq += 1;
    const state = { ...(isHot ? { 0: 'Absolute' } : {}), 4: isStopped ? 'Stopped: persistent alarm' : 'Running' };
    const alarm = [...(isHot ? [0] : []), ...(isStopped ? [4] : [])];
    const v = [celsius, 47.2, 39.8, 21.3, isStopped ? 5 : 2];
    await ingest(leg, 'data', { ts: Date.now(), seq, v, alarm, state }, server.url);
    await ingest(
      other,
      'data',
      { ts: Date.now(), seq, v: [46.9, 45.8, 38.1, 21.2, 2], state: { 4: 'Running' } },
      server.url,
    );
  };
  for (const device of [leg, other]) await ingest(device, 'birth', { ts: Date.now(), groups }, server.url);
  await frame();
  await waitForSensor(api, plant, '4.4000');
  await api.post(`devices/${leg.id}/settings/responses/`, {
    responses: {
      '4.4000': {
        priority: 'critical',
        respond_within_minutes: 10,
        what_to_do: 'Do not restart it: check the bearing for grease and play.',
      },
    },
  });
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', [
    ...[leg, other].map((device, n) => ({
      id: `leg-${n}`,
      type: 'bucket-elevator',
      name: device.title,
      x: 160 + n * 360,
      y: 60,
      sensors: { 'head-bearing': '4.4000', 'boot-bearing': '4.4002' },
      state: '18.18000',
      device,
    })),
  ]);
  await publish(api, tab.schema);

  const people = await Promise.all(
    (
      [
        ['en', 'Dale Novak'],
        ['de', 'Petra Lind'],
      ] as const
    ).map(async ([language, full_name]) => {
      const person = await makePerson(api, plant, 'Manager');
      const own = await Api.signIn(server.url, person.email, person.password);
      await api.call('PATCH', `users/${person.id}/`, { full_name });
      await own.call('PUT', 'accounts/language/', { language });
      await closeTour(own);
      own.selection = selectionOf(plant, leg);
      return { language, person, own, reached: await reach(server.url, person, receivers) };
    }),
  );
  const night = await makePerson(api, plant, 'Engineer');
  await api.call('PATCH', `users/${night.id}/`, { full_name: 'Sam Ortega' });
  api.selection = `${plant.clientId},,`;
  await api.post('escalation-policies/', {
    title: 'Urgent alarms',
    event_types: ['alarm_on'],
    location: plant.siteId,
    goes_on_after_clearing: true,
    steps: [
      { after_minutes: 0, targets: [{ kind: 'person', id: night.id }] },
      { after_minutes: 5, targets: people.map(({ person }) => ({ kind: 'person', id: person.id })) },
      { after_minutes: 30, targets: [{ kind: 'person', id: night.id }] },
    ],
  });

  // 84 °C, after three minutes the leg stops itself, the bearing cools and its alarm clears; nobody acknowledges.
  const begun = Date.now();
  const seconds = (): number => (Date.now() - begun) / 1_000;
  const beat = setInterval(() => {
    const at = seconds();
    celsius = Number((at < 20 ? 62 + at * 1.1 : at < 180 ? 84.2 : Math.max(71, 84.2 - (at - 180) * 0.15)).toFixed(1));
    isHot = at > 20 && celsius >= 80;
    isStopped = at > 180;
    void frame().catch(console.error);
  }, 2_000);
  const isAbout = (text: string): boolean => text.includes('Leg 1');
  const brought = await Promise.all(
    people.map(async ({ person, reached }) => {
      const push = await receivers.first((one) => {
        const shown = reached.notification(one);
        return shown?.kind === 'event';
      });
      const sms = await receivers.first((one) => isAbout(reached.sms(one)?.text ?? ''));
      const letter = await new Mailbox(mails.folder, person.email).waitFor('Leg 1');
      const { title, body } = reached.notification(push) as unknown as {
        readonly title: string;
        readonly body: string;
      };
      return { push: [title, body], sms: [reached.sms(sms)?.text ?? ''], letter };
    }),
  );
  console.info(`all messages arrived after ${Math.round(seconds())} s`);
  for (const [n, { push, sms, letter }] of brought.entries())
    console.info([people[n]?.language, ...push, ...sms, letter.subject, letter.text].join('\n'));

  type Rows = { readonly results: readonly { readonly id: number }[] };
  const rows = await api.get<Rows>('notifications/?is_active=true&event_type=alarm_on&limit=1');
  const address = (path: string): string => `${server.url}${path}`;
  const plantPath = `/visual-dashboard/site/${plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`;
  const forms = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844, phone: true } } as const;
  const asUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

  const sheetOf = async (n: number, form: keyof typeof forms): Promise<void> => {
    const person = people[n];
    const came = brought[n];
    if (!person || !came) throw new Error('nobody');
    const { language, own } = person;
    const visit = { url: server.url, token: own.token, selection: own.selection };
    const page = await openPage(browser, { ...visit, ...forms[form] });
    const shown = async (path: string, wait: string, element?: string): Promise<string> => {
      await page.goto(address(path));
      await page.getByText(wait).first().waitFor();
      await page.locator('section[data-kind]').filter({ hasText: wait }).waitFor();
      await page.waitForTimeout(2_500);
      const box = element ? await page.locator(element).first().boundingBox() : null;
      return asUrl(await page.screenshot({ ...still, ...(box ? { clip: box } : {}) }));
    };
    const places: Place[] = [
      { name: 'Banner', picture: await shown('/sites', 'Leg 1', 'section[data-kind]') },
      {
        name: 'Now',
        picture: await shown('/sites', 'Leg 1', `section[aria-label="${language === 'de' ? 'Jetzt' : 'Now'}"]`),
      },
      { name: 'Log by incident', picture: await shown('/notifications/all', 'Leg 1', 'main') },
      { name: 'Plant drawing', picture: await shown(plantPath, 'Leg 1', 'main') },
      { name: 'Handover', picture: await shown(`/sites/${plant.siteId}/handover`, 'Leg 1', 'main') },
    ];
    const wall = await openPage(browser, {
      ...visit,
      ...(form === 'phone' ? forms.phone : { width: 1600, height: 900 }),
      dark: true,
    });
    // The first page of the frame takes the person's language.
    await wall.goto(address('/sites'));
    await wall.getByText('Leg 1').first().waitFor();
    await wall.goto(address(`/sites/${plant.siteId}/wall`));
    await wall.getByText('Leg 1').first().waitFor();
    await wall.waitForTimeout(2_500);
    places.splice(4, 0, { name: 'Wall', picture: asUrl(await wall.screenshot(still)) });
    await wall.context().close();
    await page.setContent(came.letter.html);
    const mail = asUrl(
      await page.screenshot({
        ...still,
        ...(form === 'desktop' ? { clip: { x: 290, y: 0, width: 700, height: 800 } } : {}),
      }),
    );
    await page.context().close();
    const zip = await own.send('GET', `notifications/${rows.results[0]?.id}/incident-pack/`);
    const files = unzip(Buffer.from(await zip.arrayBuffer()));
    const story = files.get('story.txt')?.toString('utf8') ?? '';
    places.push(
      { name: 'Push, as decrypted by the browser', words: came.push },
      { name: 'SMS, as the gateway got it', words: came.sms },
      { name: `Mail: ${came.letter.subject}`, picture: mail },
      { name: 'Incident pack, story.txt (always in English)', words: [story] },
    );
    await draw(places, `ten-places-${form}-${language}`, form);
  };

  const draw = async (places: readonly Place[], name: string, form: keyof typeof forms): Promise<void> => {
    const isPhone = form === 'phone';
    const context = await browser.newContext({ viewport: { width: isPhone ? 1640 : 2100, height: 1200 } });
    const page: Page = await context.newPage();
    const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const figures = places.map(({ name: title, picture, words }) => {
      const what = picture ? `<img src="${picture}">` : `<pre>${escaped((words ?? []).join('\n\n'))}</pre>`;
      return `<figure><figcaption>${escaped(title)}</figcaption>${what}</figure>`;
    });
    await page.setContent(`<!doctype html><style>
      body { margin: 16px; font: 16px/1.45 Inter, sans-serif; background: #e9ebed; columns: ${isPhone ? 5 : 3}; column-gap: 16px }
      figure { margin: 0 0 16px; break-inside: avoid; background: #fff; border: 1px solid #c5cacf }
      figcaption { padding: 6px 10px; font-weight: 600; border-bottom: 1px solid #c5cacf }
      img { display: block; width: 100% } pre { margin: 10px; white-space: pre-wrap; font: inherit }
    </style>${figures.join('')}`);
    await page.waitForTimeout(500);
    const png = await page.screenshot({ fullPage: true });
    writeFileSync(`${before}${name}.png`, png);
    writeFileSync(`${out}${name}.webp`, await asWebp(page, png, 0.7));
    console.info(name);
    await context.close();
  };
  for (const form of ['desktop', 'phone'] as const) await Promise.all([sheetOf(0, form), sheetOf(1, form)]);
  clearInterval(beat);
  await pause(500);
} finally {
  await browser.close();
  await server.remove();
  await receivers.stop();
  await mails.stop();
}
