import { expect, test } from '../fixtures.ts';
import { makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

test('a phone scans the label of a unit; a refused camera and another code leave the fields to be typed', async ({
  api,
  enterAs,
  page,
}) => {
  const plant = await makePlant(api, []);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(`
    let opened = 0;
    window.BarcodeDetector = class {
      detect = async () => [{ rawValue: opened === 2 ? 'https://tocsin.example/m/abc' : 'SCAN-0042:k7Qx-19' }];
    };
    navigator.mediaDevices.getUserMedia = async () => {
      opened++;
      if (opened === 1) throw new DOMException('refused', 'NotAllowedError');
      const canvas = document.createElement('canvas');
      canvas.getContext('2d').fillRect(0, 0, 300, 150);
      return canvas.captureStream(10);
    };
  `);
  await enterAs(plant, 'Manager');
  await page.goto(`${baseUrl()}/devices/add/device`);
  const scan = page.getByRole('button', { name: 'Scan the label' });
  await scan.click();
  await expect(page.getByText('The browser refused the camera.')).toBeVisible();
  await scan.click();
  await expect(page.getByText('This code holds no serial number')).toBeVisible();
  await expect(page.getByLabel('Serial number')).toHaveValue('');
  await scan.click();
  await expect(page.getByText('Read from the label: SCAN-0042')).toBeVisible();
  await expect(page.getByLabel('Serial number')).toHaveValue('SCAN-0042');
  await expect(page.getByLabel('Code')).toHaveValue('k7Qx-19');
});
