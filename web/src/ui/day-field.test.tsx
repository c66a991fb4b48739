import { setPageLanguage } from '@tocsin/contract/texts/define-texts';
import { ConfigProvider } from 'antd';
import german from 'antd/locale/de_DE';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { DayField } from './day-field.tsx';
import 'dayjs/locale/de';

afterEach(() => setPageLanguage('en'));

const shown = (locale?: typeof german): string | undefined =>
  /<input[^>]* value="([^"]*)"/.exec(
    renderToStaticMarkup(
      <ConfigProvider {...(locale ? { locale } : {})}>
        <DayField label="Day" value="2026-11-28" onDay={() => {}} />
      </ConfigProvider>,
    ),
  )?.[1];

it('shows a day as the page’s language writes it', () => {
  expect(shown()).toBe('28 Nov 2026');
  setPageLanguage('de');
  expect(shown(german)).toBe('28.11.2026');
});
