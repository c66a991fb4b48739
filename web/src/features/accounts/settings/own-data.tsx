import { endpoints } from '@tocsin/contract/accounts';
import { texts } from '@tocsin/contract/texts/accounts';
import { useState } from 'react';
import { download } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';

const t = texts.settings;

/** Exports the data that the portal stores about the user. */
export const OwnData = () => {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await download(endpoints.ownData, {}, 'tocsin-own-data.zip').catch(() => showToast('error', t.failed));
    setBusy(false);
  };
  return (
    <section>
      <h2>{t.ownData}</h2>
      <p>{t.ownDataAbout}</p>
      <Button icon="download" busy={busy} onClick={() => void save()}>
        {t.ownDataExport}
      </Button>
    </section>
  );
};
