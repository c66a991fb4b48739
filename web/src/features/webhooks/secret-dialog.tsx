import { texts } from '@tocsin/contract/texts/webhooks';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import css from './webhooks.module.css';

/** The secret that signs a webhook's messages; shown once. */
export const SecretDialog = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => {
  return (
    <Dialog title={texts.secretTitle} onClose={onClose} width={520}>
      <Stack gap={12} className={css.secret}>
        <p>{texts.once}</p>
        <code>{secret}</code>
        <Row wrap gap={8} justify="flex-end" align="stretch">
          <CopyButton text={secret} label={texts.copy} copied={texts.copied} notCopied={texts.notCopied} />
          <Button look="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
