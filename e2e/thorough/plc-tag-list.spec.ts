import { ModbusServer } from '@tocsin/simulator/testing/modbus-server';
import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { baseUrl } from '../harness/where.ts';

const tags = `name;address;type;order;scale;unit;group;alarm
Head bearing left;40001;float32;ABCD;;°C;Temperature;40101.0
Tail bearing right;40003;float32;ABCD;;°C;Temperature;
Belt speed;30002;uint16;;0,01;%;Motion;
Operating hours;40011;REAL48;;;h;Motion;
`;

/** 28.6 high word first, 23.71 low word first, and no alarm. */
const registers: Readonly<Record<number, number>> = { 0: 0x41e4, 1: 0xcccd, 2: 0xae14, 3: 0x41bd, 100: 0 };
const image = { register: (at: number) => registers[at] ?? 0, bit: () => false };

for (const [size, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`a manager adds a plant's PLC from a tag list, mends an order and compares, on a ${size}`, async ({
    api,
    livePlant,
    enterAs,
    page,
  }) => {
    const plc = new ModbusServer(image);
    const port = await plc.start();
    try {
      const plant = await livePlant([]);
      await enterAs(plant, 'Manager');
      await page.setViewportSize(viewport);
      await page.goto(`${baseUrl()}/devices/add`);
      await expectReadable(page);
      await page.getByRole('button', { name: 'A PLC or I/O module that I read over Modbus' }).click();
      await page.getByLabel('Title').fill('Leg 4 PLC');
      await page.getByLabel('Address').fill(`127.0.0.1:${port}`);
      await page.getByLabel('Unit id').fill('1');
      await expect(page.getByText('This site has no Modbus networks yet')).toBeVisible();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Add the device' }).click();
      await expect(page.getByRole('heading', { name: 'Leg 4 PLC - Connect' })).toBeVisible();

      const first = page.getByRole('status').filter({ has: page.getByRole('heading', { level: 2 }) });
      await expect(first).toContainText('It has no register map yet');

      const file = { name: 'leg4-tags.csv', mimeType: 'text/csv', buffer: Buffer.from(tags) };
      await page.getByLabel('Import a tag list').setInputFiles(file);
      await expect(page.getByText('3 of 4 lines can be read.')).toBeVisible();
      await expect(page.getByText("Line 5: The type 'REAL48' is not known")).toBeVisible();
      await expect(page.getByText('Head bearing left: address 40001, float32 ABCD')).toBeVisible();
      await page.getByRole('button', { name: 'Use this list' }).click();
      await expect(first).toContainText('Its address is not allowed');
      await expect(page.getByText('Nothing was asked. Last error: The operator has given this site')).toBeVisible();
      await expect(page.getByText('Last polled')).toHaveCount(0);
      await expect(page.getByText('Not read').first()).toBeVisible();
      await expect(page.getByLabel('Head bearing left was compared with the display')).toBeDisabled();
      await expectReadable(page);
      await api.call('PUT', `locations/${plant.siteId}/modbus-networks/`, { networks: ['127.0.0.0/8'] });

      await expect(page.getByText('28.6 °C').first()).toBeVisible();
      await expect(page.getByText('That looks absurd. In another order:')).toBeVisible();
      await expect(page.getByText('Fits: between -40 and 200 °C')).toBeVisible();
      // The list is as wide as its card.
      const over = "document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth";
      await expect.poll(() => page.evaluate(over)).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: 'CDAB: 23.71' }).click();
      await expect(page.getByText('That looks absurd')).toHaveCount(0);
      await expect(page.getByText('0 of 3 compared with the display of the machine.')).toBeVisible();
      await page.getByLabel('Head bearing left was compared with the display').click();
      await expect(page.getByText('1 of 3 compared with the display of the machine.')).toBeVisible();
      await expectReadable(page);

      // A young device has no day to show.
      const hour = page.waitForRequest(/timescale=hour/);
      await page.getByRole('link', { name: 'Tail bearing right' }).click();
      await hour;
      await page.goBack();

      await page.getByRole('button', { name: 'Open the dashboard' }).click();
      await expect(page.getByText('Tail bearing right').first()).toBeVisible();
    } finally {
      await plc.stop();
    }
  });
