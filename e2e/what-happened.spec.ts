import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectNoSeriousViolation } from './harness/axe.ts';
import { Keyboard } from './harness/keyboard.ts';
import { makeTab, publish, untilHeard } from './harness/schema.ts';
import { unzip } from './harness/unzip.ts';
import { NotificationsPage } from './pages/notifications.ts';

/** Writes the files of a pack as `unzip` would, and checks them as its README says. */
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

test('what happened in the night is followed from the log over the site, the graphs and the drawing to the pack, by keyboard', async ({
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
  if (!device) throw new Error('no device');
  await untilHeard(api, plant, '3.3000');
  const machine = { id: 'leg', type: 'bucket-elevator', name: 'Leg 1', x: 300, y: 120, sensors: {}, device };
  const drawn = await makeTab(api, plant, 'Main plant', 'Receiving', [{ ...machine, firstSensor: '3.3000' }]);
  await publish(api, drawn.schema);
  await enterAs(plant, 'Engineer');
  const log = new NotificationsPage(page);
  const keyboard = new Keyboard(page);
  await log.open();
  leg?.hold('3.3000', 0);
  await expect(log.row('Touchswitch left')).toBeVisible();
  leg?.release('3.3000');
  await expect(log.row('Touchswitch left')).toHaveCount(0);

  // The log of the next morning: the alarm has cleared.
  await keyboard.press(log.tab('Historical'));
  const row = log.row('Alarm Detected');
  await expect(row).toBeVisible();
  await keyboard.press(row.getByRole('button', { name: 'How to respond' }));
  await keyboard.press(page.getByRole('link', { name: 'All devices at this moment' }));
  await expect(page.getByRole('heading', { name: 'All devices at one moment', level: 1 })).toBeVisible();
  const devices = page.getByRole('list', { name: 'Devices, worst first' });
  await expect(devices.getByRole('heading').first()).toHaveText('Leg 1');
  await expect(devices.getByText('Touchswitch left').first()).toBeVisible();

  // Its dashboard then, and from there the graph of the sensor around that time.
  await keyboard.press(devices.getByRole('link', { name: 'Leg 1' }));
  const card = page.locator('[data-path="3.3000"]');
  await expect(card).toContainText('Alarm');
  await keyboard.press(card.getByRole('button').first());
  await expect(page).toHaveURL(/graphs\/historical\//);
  const overview = page.getByRole('region', { name: 'All of the site' });
  await expect(overview.getByRole('img', { name: 'Leg 1: 1 alarm' })).toBeVisible();
  await keyboard.to(page.getByRole('slider', { name: 'Time of the values' }));
  await page.keyboard.press('End');
  const values = page.getByRole('complementary', { name: 'Values' });
  await expect(values.getByRole('heading', { name: /^Values at/ })).toBeVisible();
  await keyboard.press(values.getByRole('button', { name: /^Show the time of Alarm Detected, Touchswitch left/ }));
  await keyboard.press(page.getByRole('button', { name: 'Add a note' }));
  await page.keyboard.type('Belt was <b>pushed</b> aside by the loader');
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('button', { name: /^Note: .*Touchswitch left: Belt was/ })).toBeVisible();
  await expectNoSeriousViolation(page);

  // The drawing then, and everything as one file.
  await log.open();
  await keyboard.press(log.tab('Historical'));
  await keyboard.press(row.getByRole('button', { name: 'How to respond' }));
  await keyboard.press(page.getByRole('link', { name: 'Plant drawing then' }));
  await expect(page.getByRole('region', { name: 'Film' })).toBeVisible();
  await expect(page.getByText(/Leg 1, Touchswitch left/).first()).toBeAttached();
  await page.goBack();
  await keyboard.press(log.tab('Historical'));
  await keyboard.press(row.getByRole('button', { name: 'How to respond' }));
  const saved = page.waitForEvent('download');
  await keyboard.press(page.getByRole('button', { name: 'Incident pack' }));
  await expect(page.getByText('The incident pack is saved.')).toBeVisible();
  const { names, lines } = verify(readFileSync(await (await saved).path()));
  expect(lines).toHaveLength(names.length - 1);
  expect(names).toEqual(expect.arrayContaining(['events.csv', 'notes.csv', `sensors/device_${device.id}.pdf`]));
});
