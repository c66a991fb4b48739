import { expect, test } from 'vitest';
import { detailLine } from './tile.tsx';

const limit = { value: 65, text: '65' };
const value = { text: '72.1', unit: '°C' };

test('an alarm names the controller as its source and no limit of a rule', () => {
  expect(detailLine({ severity: 'alarm', state: 'Absolute', value, more: 1 }, limit)).toBe(
    'Absolute, alarm from the controller, and 1 sensor more',
  );
});

test('a warning names the limit that raised it', () => {
  expect(detailLine({ severity: 'warning', state: 'OK', value, more: 0 }, limit)).toBe('limit 65 °C');
});
