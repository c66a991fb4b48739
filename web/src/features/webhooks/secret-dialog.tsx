import { texts } from '@tocsin/contract/texts/webhooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import css from './webhooks.module.css';

/** The secret that signs a webhook's messages; shown once. */
export const SecretDialog = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret);
    showToast('success', texts.copied);
  };
  return (
    <Dialog title={texts.secretTitle} onClose={onClose} width={520}>
      <div className={css.secret}>
        <p>{texts.once}</p>
        <code>{secret}</code>
        <div className={css.actions}>
          <Button icon="copy" onClick={() => void copy().catch(() => showToast('error', texts.notCopied))}>
            {texts.copy}
          </Button>
          <Button look="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
