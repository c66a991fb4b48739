import { texts } from '@tocsin/contract/texts/api-keys';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { tryLine } from './model.ts';
import css from './page.module.css';

const t = texts.fresh;

/** Shows a new key, which cannot be shown again. */
export const NewKey = ({
  created,
  onClose,
}: {
  readonly created: { readonly name: string; readonly token: string };
  readonly onClose: () => void;
}) => {
  return (
    <Dialog title={t.title} onClose={onClose} width={760}>
      <Stack
        gap={10}
        justifyItems="start"
        marginBottom={20}
        padding={16}
        border="1px solid var(--brand)"
        borderRadius="var(--r-card)"
        background="var(--brandweak)"
        className={css.fresh}
        role="status"
      >
        <p>
          <strong>{created.name}</strong>: {t.once}
        </p>
        <code>{created.token}</code>
        <CopyButton text={created.token} label={t.copy} copied={t.copied} notCopied={texts.failed} />
        <p>{t.call}</p>
        <code>{tryLine(window.location.origin, created.token)}</code>
      </Stack>
      <div className="acc-actions">
        <Button look="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </Dialog>
  );
};
