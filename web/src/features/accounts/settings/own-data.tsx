import { endpoints } from '@tocsin/contract/accounts';
import { texts } from '@tocsin/contract/texts/accounts';
import { download } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { useAction } from '../../../ui/use-action.ts';

const t = texts.settings;

/** Exports the data that the portal stores about the user. */
export const OwnData = () => {
  const { run, busy } = useAction(() => download(endpoints.ownData, {}, 'tocsin-own-data.zip'), {
    failureText: () => t.failed,
  });
  return (
    <section>
      <h2>{t.ownData}</h2>
      <p>{t.ownDataAbout}</p>
      <Button icon="download" busy={busy} onClick={run}>
        {t.ownDataExport}
      </Button>
    </section>
  );
};
