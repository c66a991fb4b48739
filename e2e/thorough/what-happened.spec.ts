import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { makeTab, publish, waitForSensor } from '../harness/schema.ts';
import { unzip } from '../harness/unzip.ts';
import { NotificationsPage } from '../pages/notifications.ts';

/** Unpacks an incident pack and verifies it as its README describes. */
const verify = (pack: Buffer): { readonly names: readonly string[]; readonly lines: readonly string[] } => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-pack-'));
  const files = unzip(pack);
  for (const [name, data] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
  const check = spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  expect([check.status, check.stderr]).toEqual([0, '']);
  return { names: [...files.keys()], lines: check.stdout.trim().split('\n') };
};

test('what happened in the night is followed from the alarm to its cause, compared, noted, seen as a film, handed over and packed, by keyboard', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [leg] = plant.live;
  const [device] = plant.devices;
  if (!leg || !device) throw new Error('no device');
  await waitForSensor(api, plant, '4.4000');
  const machine = { id: 'leg', type: 'bucket-elevator', name: 'Leg 1', x: 300, y: 120, device, firstSensor: '4.4000' };
  const drawn = await makeTab(api, plant, 'Main plant', 'Receiving', [machine]);
  await publish(api, drawn.schema);
  await enterAs(plant, 'Engineer');
  const log = new NotificationsPage(page);
  const keyboard = new Keyboard(page);
  await log.open();
  leg.hold('4.4000', 92);
  await expect(log.row('Head bearing left')).toBeVisible();
  leg.hold('3.3000', 0);
  await expect(log.row('Touchswitch left')).toBeVisible();
  leg.release('3.3000');
  // What has cleared stays with its incident while the first one is active.
  await expect(log.row('Touchswitch left')).toContainText('Cleared');
  // The running incident is a small film on the drawing, beside its story, up to now.
  const small = page.getByRole('region', { name: 'Film' });
  await expect(small).toHaveCount(1);
  // Its drawing is whole in its box, on a tablet too.
  const size = page.viewportSize() ?? { width: 1440, height: 1000 };
  for (const width of [820, size.width]) {
    await page.setViewportSize({ ...size, width });
    const drawn = small.locator('xpath=..').locator('[data-machine="leg"]');
    await expect(drawn).toHaveAttribute('data-state', 'alarm');
    await drawn.scrollIntoViewIfNeeded();
    await expect(drawn).toBeInViewport({ ratio: 1 });
  }
  await keyboard.press(small.getByRole('button', { name: 'Play' }));
  await expect(small.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expect(small.getByRole('link', { name: 'Time machine' })).toHaveAttribute('href', /film\?at=/);
  await expectNoSeriousViolation(page);
  leg.hold('4.4000', 40);
  await expect(log.rows).toHaveCount(0);

  // The log on the next morning: both alarms have cleared, and the incident marks the first one.
  await keyboard.press(log.tab('Historical'));
  const cause = log.row('Head bearing left').filter({ hasText: 'Alarm Detected' });
  await expect(cause).toContainText(/First(?!,)/);
  await expect(log.row('Touchswitch left').filter({ hasText: 'Alarm Detected' })).toBeVisible();
  await keyboard.press(cause.getByRole('button', { name: 'How to respond' }));
  await keyboard.press(page.getByRole('link', { name: 'All devices at this moment' }));
  await expect(page.getByRole('heading', { name: 'All devices at one moment', level: 1 })).toBeVisible();
  const devices = page.getByRole('list', { name: 'Devices, worst first' });
  await expect(devices.getByRole('heading').first()).toHaveText('Leg 1');
  await expect(devices.getByText('Head bearing left').first()).toBeVisible();

  // The dashboard at that time, and from there the graph of the bearing around that time.
  await keyboard.press(devices.getByRole('link', { name: 'Leg 1' }));
  const card = page.locator('[data-path="4.4000"]');
  await expect(card).toContainText('Alarm');
  await keyboard.press(card.getByRole('button').first());
  await expect(page).toHaveURL(/graphs\/historical\//);
  const overview = page.getByRole('region', { name: 'All of the site' });
  await expect(overview.getByRole('img', { name: /^Leg 1: 2 alarms/ })).toBeVisible();
  await keyboard.press(page.getByRole('button', { name: 'Values', exact: true }));
  await keyboard.to(page.getByRole('slider', { name: 'Time of the values' }));
  await page.keyboard.press('End');
  const values = page.getByRole('complementary', { name: 'Values' });
  await expect(values.getByRole('heading', { name: /^Values at/ })).toBeVisible();
  await keyboard.press(values.getByRole('button', { name: /Head bearing left Absolute/ }));

  // A note about the bearing at that moment.
  await keyboard.press(page.getByRole('button', { name: 'Add a note' }));
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await keyboard.type(dialog.getByLabel('Note'), 'Hot <b>grease</b> smell / at the head');
  await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('button', { name: /^Note: .*Head bearing left: Hot <b>grease/ })).toBeVisible();
  await expectNoSeriousViolation(page);

  // In comparison with the other bearing of the shaft and the ambient temperature; the address shows the same.
  await keyboard.press(page.getByRole('button', { name: 'Compare', exact: true }));
  await keyboard.choose(page.getByRole('menuitem', { name: 'Head bearing: 2 sensors and ambient' }));
  const compared = page.getByRole('region', { name: 'Values of the compared sensors' });
  await expect(compared.getByRole('row', { name: /Head bearing left Leg 1/ })).toBeVisible();
  await expect(compared.getByRole('row', { name: /Head bearing right Leg 1/ })).toBeVisible();
  await expect(page).toHaveURL(/sensors=.*4\.4000.*start=\d+/);

  // The drawing at that time, with playback from the alarm on.
  await log.open();
  await keyboard.press(log.tab('Historical'));
  await keyboard.press(cause.getByRole('button', { name: 'How to respond' }));
  await keyboard.press(page.getByRole('link', { name: 'Plant drawing then' }));
  const film = page.getByRole('region', { name: 'Film' });
  const events = page.getByRole('list', { name: 'What happened' });
  await expect(events.getByRole('button', { name: /Leg 1, Touchswitch left/ }).first()).toBeAttached();
  const moment = film.getByRole('slider', { name: 'Moment' });
  const numberOf = async (name: string) => Number(await moment.getAttribute(name));
  const toAlarm = async (): Promise<number> => {
    await keyboard.press(events.getByRole('button', { name: /Leg 1, Head bearing left, Alarm Detected/ }));
    await expect(page.locator('[data-machine][data-state="alarm"]')).toHaveCount(1);
    return numberOf('aria-valuenow');
  };
  let begun = await toAlarm();
  // The film ends with the newest frame of when it was opened: it needs some after the alarm.
  while ((await numberOf('aria-valuemax')) <= begun) {
    await page.reload();
    begun = await toAlarm();
  }
  await keyboard.press(film.getByRole('button', { name: 'Play' }));
  await expect.poll(() => numberOf('aria-valuenow')).toBeGreaterThan(begun);

  // The next shift reads both alarms as one incident, and the note, and takes over.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.type('handover');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Shift handover');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Shift handover', level: 1 })).toBeVisible();
  const needs = page.getByRole('region', { name: 'Needs the next shift' });
  await expect(needs.getByText('Not acknowledged')).toHaveCount(1);
  await expect(page.getByText('Hot <b>grease</b> smell / at the head')).toBeVisible();
  await keyboard.press(page.getByRole('checkbox', { name: 'I have read the 2 points' }), 'Space');
  await keyboard.press(page.getByRole('button', { name: 'Take over' }));
  await expect(page.getByText('You have taken over the shift.')).toBeVisible();

  // The incident pack, which can be verified as its README describes.
  await log.open();
  await keyboard.press(log.tab('Historical'));
  await keyboard.press(cause.getByRole('button', { name: 'How to respond' }));
  const pack = page.getByRole('button', { name: 'Incident pack' });
  // A slow download of a pack shows its progress and can be cancelled.
  await page.route('**/incident-pack/', () => undefined);
  await keyboard.press(pack);
  await expect(page.getByText('Incident pack: 0.0 MB received')).toBeVisible();
  await keyboard.press(page.getByRole('button', { name: 'Cancel' }));
  await expect(page.getByText('MB received', { exact: false })).toHaveCount(0);
  await page.unroute('**/incident-pack/');
  const saved = page.waitForEvent('download');
  await keyboard.press(pack);
  await expect(page.getByText('The incident pack has been saved.')).toBeVisible();
  const { names, lines } = verify(readFileSync(await (await saved).path()));
  expect(lines).toHaveLength(names.length - 1);
  expect(names).toEqual(expect.arrayContaining(['events.csv', 'notes.csv', `sensors/device_${device.id}.pdf`]));
});
