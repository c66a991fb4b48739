import type { ClientId } from '@tocsin/contract/ids';
import { texts } from '@tocsin/contract/texts/contact-methods';
import { beginPending, leaveTo, signInAgain } from '../../domain/provider-sign-in.ts';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { browserZone, momentText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';

const t = texts.provider;

/** What a session of a client's provider may add here, and the sign-in there that it needs for that. */
export const ProviderProof = ({
  client,
  until,
}: {
  readonly client: { readonly id: ClientId; readonly title: string };
  readonly until: string | null;
}) => {
  const { run, busy } = useAction(() => signInAgain(client.id, beginPending(false, '/my-notifications')), {
    onDone: leaveTo,
  });
  return (
    <Notice
      tone="info"
      actions={
        <Button busy={busy} onClick={run}>
          {t.button}
        </Button>
      }
    >
      <Stack gap={4}>
        <b>{t.title}</b>
        <span>{t.about(client.title)}</span>
        <span>{until === null ? t.again : t.until(momentText(Date.parse(until), serverNow(), browserZone()))}</span>
      </Stack>
    </Notice>
  );
};
