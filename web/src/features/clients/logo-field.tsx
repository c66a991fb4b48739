import type { Client } from '@tocsin/contract/clients';
import { texts } from '@tocsin/contract/texts/clients';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { UploadButton } from '../../ui/upload-button.tsx';
import { useAction } from '../../ui/use-action.ts';
import css from './clients.module.css';
import { clientNow, removeLogo, uploadLogo } from './queries.ts';

const t = texts.logo;

interface Props {
  readonly client: Client;
  /** Called with the client after the logo was changed, which also increases its version. */
  readonly onOwn: (changed: Client) => void;
}

/** The client's logo, which replaces the default one for its users. The server sanitizes SVGs. */
export const LogoField = ({ client, onOwn }: Props) => {
  // The address stays the same when the image changes.
  const [uploads, setUploads] = useState(0);
  const [shown, setShown] = useState(client.logo !== null);
  /** Replaces the logo, or removes it if there is no file. */
  const replace = async (file: File | null): Promise<void> => {
    if (file === null) await removeLogo(client.id);
    else await uploadLogo(client.id, file);
    onOwn(await clientNow(client.id));
    setShown(file !== null);
    setUploads((n) => n + 1);
  };
  const { run, busy } = useAction(replace, {
    toast: (_, file) => (file === null ? t.removed : t.saved),
    refetches: [['me'], ['layout-settings']],
  });
  return (
    <Stack as="section" flex={1} gap={10} justifyItems="start" className={css.logo}>
      <h2>{t.title}</h2>
      <p>{t.about}</p>
      {shown ? (
        <img src={`/api/v1/clients/${client.id}/logo/?${uploads}`} alt={t.current(client.company)} />
      ) : (
        <p>{t.none}</p>
      )}
      <Row wrap gap={8} align="stretch">
        <UploadButton
          label={t.upload}
          accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
          busy={busy}
          onFile={run}
        />
        {shown && (
          <Button disabled={busy} onClick={() => run(null)}>
            {t.remove}
          </Button>
        )}
      </Row>
    </Stack>
  );
};
