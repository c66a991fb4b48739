import { texts } from '@tocsin/contract/texts/api-keys';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { CreatedKey } from './key-dialog.tsx';
import { tryLine } from './model.ts';
import css from './page.module.css';

const t = texts.fresh;

/** Shows a new key, which cannot be shown again. */
export const NewKey = ({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) => {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(created.token);
    showToast('success', t.copied);
  };
  return (
    <Dialog title={t.title} onClose={onClose} width={760}>
      <div className={css.fresh} role="status">
        <p>
          <strong>{created.name}</strong>: {t.once}
        </p>
        <code>{created.token}</code>
        <Button icon="copy" onClick={() => void copy().catch(() => showToast('error', texts.failed))}>
          {t.copy}
        </Button>
        <p>{t.call}</p>
        <code className={css.line}>{tryLine(window.location.origin, created.token)}</code>
      </div>
      <div className="acc-actions">
        <Button look="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </Dialog>
  );
};
