import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DayField } from './day-field.tsx';
import 'dayjs/locale/de';

it('shows a day as the page’s language writes it', () => {
  const field = <DayField label="Day" value="2026-11-28" onDay={() => {}} />;
  expect(renderToStaticMarkup(<ConfigProvider>{field}</ConfigProvider>)).toContain('value="28 Nov 2026"');
  // Its format for other languages.
  expect(dayjs('2026-11-28').locale('de').format('L')).toBe('28.11.2026');
});
