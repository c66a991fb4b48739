import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import type { ConfigProviderProps } from 'antd';
import { useEffect, useState } from 'react';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/** The texts of antd's calendars, tables and dialogs, by language; English is built in. */
const loaders: Readonly<Record<string, () => Promise<AntdLocale>>> = {
  de: async () => {
    await import('dayjs/locale/de');
    return (await import('antd/locale/de_DE')).default;
  },
  es: async () => {
    await import('dayjs/locale/es');
    return (await import('antd/locale/es_ES')).default;
  },
  fr: async () => {
    await import('dayjs/locale/fr');
    return (await import('antd/locale/fr_FR')).default;
  },
  'pt-BR': async () => {
    await import('dayjs/locale/pt-br');
    return (await import('antd/locale/pt_BR')).default;
  },
};

let loaded: AntdLocale | undefined;

/** antd's texts in the page's language; undefined (English) until they are loaded. */
export const useAntdLocale = (): AntdLocale | undefined => {
  const [locale, setLocale] = useState(loaded);
  useEffect(() => {
    if (loaded !== undefined) return;
    void loaders[shownLanguage()]?.().then(
      (each) => {
        loaded = each;
        setLocale(each);
      },
      () => undefined,
    );
  }, []);
  return locale;
};
