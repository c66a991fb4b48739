import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '@tocsin/contract/clients';
import { texts } from '@tocsin/contract/texts/clients';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
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
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  // The address stays the same when the image changes.
  const [uploads, setUploads] = useState(0);
  const [shown, setShown] = useState(client.logo !== null);
  const queries = useQueryClient();
  const act = async (what: () => Promise<unknown>, message: string, has: boolean): Promise<void> => {
    setBusy(true);
    try {
      await what();
      onOwn(await clientNow(client.id));
      showToast('success', message);
      setShown(has);
      setUploads((n) => n + 1);
      await queries.invalidateQueries({ queryKey: ['me'] });
      await queries.invalidateQueries({ queryKey: ['layout-settings'] });
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : texts.failed);
    } finally {
      setBusy(false);
    }
  };
  const take = (chosen: File | undefined): void => {
    if (chosen) void act(() => uploadLogo(client.id, chosen), t.saved, true);
    if (file.current) file.current.value = '';
  };
  return (
    <section className={css.logo}>
      <h2>{t.title}</h2>
      <p>{t.about}</p>
      {shown ? (
        <img src={`/api/v1/clients/${client.id}/logo/?${uploads}`} alt={t.current(client.company)} />
      ) : (
        <p>{t.none}</p>
      )}
      <input
        ref={file}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label={t.upload}
        accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
        onChange={(event) => take(event.target.files?.[0])}
      />
      <div className={css.buttons}>
        <Button icon="upload" busy={busy} onClick={() => file.current?.click()}>
          {t.upload}
        </Button>
        {shown && (
          <Button disabled={busy} onClick={() => void act(() => removeLogo(client.id), t.removed, false)}>
            {t.remove}
          </Button>
        )}
      </div>
    </section>
  );
};
