// @vitest-environment happy-dom
import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { DayField } from './day-field.tsx';
import 'dayjs/locale/de';

it('shows a day as the page’s language writes it', () => {
  const field = <DayField label="Day" value="2026-11-28" onDay={() => {}} />;
  expect(renderToStaticMarkup(<ConfigProvider>{field}</ConfigProvider>)).toContain('value="28 Nov 2026"');
  // Its format for other languages.
  expect(dayjs('2026-11-28').locale('de').format('L')).toBe('28.11.2026');
});

it('keeps the day that is being typed when the page is drawn again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const days: (string | null)[] = [];
  const draw = () =>
    act(async () => root.render(<DayField label="Day" value="2026-11-28" onDay={(day) => days.push(day)} />));
  await draw();
  const input = document.querySelector('input');
  if (!input) throw new Error('there is no field');
  const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  await act(async () => {
    input.focus();
    typed?.set?.call(input, '4 Nov 2026');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await draw();
  await act(async () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(days).toEqual(['2026-11-04']);
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
