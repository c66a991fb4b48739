import { endpoints } from '@tocsin/contract/accounts';
import { languageNames } from '@tocsin/contract/languages/languages';
import { texts } from '@tocsin/contract/texts/accounts';
import { Select } from 'antd';
import { useId } from 'react';
import { call } from '../../../api/call.ts';
import { storeLanguage } from '../../../api/page-language.ts';
import { useAction } from '../../../ui/use-action.ts';

const t = texts.settings.language;
const byBrowser = '';

/** The language of the user's pages and e-mails; a change reloads the page. */
export const LanguageChoice = ({ chosen }: { readonly chosen: string | null }) => {
  const id = useId();
  const change = async (value: string): Promise<void> => {
    const { language } = await call(endpoints.language, { body: { language: value === byBrowser ? null : value } });
    if (storeLanguage(language)) window.location.reload();
  };
  const { run } = useAction(change, { toast: t.saved, refetches: [['me']] });
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
        onChange={(value) => run(value)}
      />
    </section>
  );
};
