import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OemSettings } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/settings';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { isSaveFailure, useFormSave } from '../../ui/use-form-save.ts';
import { CssPreview } from './css-preview.tsx';
import { FlatPages } from './flat-pages.tsx';
import { Panels } from './panels.tsx';
import { changeSettings, settingsQuery } from './queries.ts';
import css from './settings.module.css';

const t = texts.styles;

const CssEditor = ({ settings }: { readonly settings: OemSettings }) => {
  const [text, setText] = useState(settings.css);
  const queries = useQueryClient();
  const dirty = text !== settings.css;
  const { run, busy, failure, error } = useFormSave(
    dirty,
    () => changeSettings({ css: text, version: settings.version }),
    { toast: t.saved, refetches: [['oem', 'settings'], ['layout-settings']] },
  );
  const refusal = isSaveFailure(error) ? error : null;
  const errors = (refusal?.fields.css ?? [failure ?? '']).flatMap((message) => message.split('\n')).filter(Boolean);
  return (
    <Stack as="section" surface gap={12} minWidth={0} padding={20} className={css.panel} aria-labelledby="css-title">
      <header>
        <h2 id="css-title">{t.css}</h2>
        <Button look="primary" busy={busy} disabled={!dirty} onClick={run}>
          {t.save}
        </Button>
      </header>
      <p>{t.cssAbout}</p>
      <textarea
        className={css.code}
        aria-labelledby="css-title"
        aria-invalid={errors.length > 0 || undefined}
        spellCheck={false}
        rows={16}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {errors.length > 0 && (
        <Text as="ul" tone="alarm" role="alert">
          {errors.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Text>
      )}
      {refusal?.status === 409 && (
        <Button onClick={() => void queries.invalidateQueries({ queryKey: ['oem', 'settings'] })}>{t.newer}</Button>
      )}
      <h3>{t.preview}</h3>
      <CssPreview css={text} />
    </Stack>
  );
};

export const StylesPage = () => {
  const { data, error, refetch } = useQuery(settingsQuery());
  return (
    <>
      <PageHeader title={t.title} back={<Link to="/oem/setting">{texts.rss.back}</Link>} />
      {error && <Failed text={texts.contacts.empty} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Panels>
          <CssEditor key={data.version} settings={data} />
          <FlatPages />
        </Panels>
      )}
    </>
  );
};
