import { useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/accounts';
import { languageNames } from '@tocsin/contract/languages/languages';
import { texts } from '@tocsin/contract/texts/accounts';
import { Select } from 'antd';
import { useId } from 'react';
import { call } from '../../../api/call.ts';
import { storeLanguage } from '../../../api/page-language.ts';
import { showToast } from '../../../ui/toast.tsx';

const t = texts.settings.language;
const byBrowser = '';

/** The language of the user's pages and e-mails; a change reloads the page. */
export const LanguageChoice = ({ chosen }: { readonly chosen: string | null }) => {
  const id = useId();
  const queries = useQueryClient();
  const change = async (value: string): Promise<void> => {
    try {
      const { language } = await call(endpoints.language, { body: { language: value === byBrowser ? null : value } });
      if (storeLanguage(language)) window.location.reload();
      await queries.invalidateQueries({ queryKey: ['me'] });
      showToast('success', t.saved);
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section>
      <h2 id={id}>{t.title}</h2>
      <p>{t.about}</p>
      <Select
        aria-labelledby={id}
        value={chosen ?? byBrowser}
        options={[
          { value: byBrowser, label: t.browser },
          // Each language is named in itself.
          ...[...languageNames].map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> })),
        ]}
        onChange={(value) => void change(value)}
      />
    </section>
  );
};
