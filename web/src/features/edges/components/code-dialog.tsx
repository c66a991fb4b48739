import { texts } from '@tocsin/contract/texts/edges';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import css from '../edges.module.css';
import { commandOf } from '../model.ts';

const Line = ({ name, value }: { readonly name: string; readonly value: string }) => {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    showToast('success', texts.copied);
  };
  return (
    <div className={css.line}>
      <span>{name}</span>
      <code>{value}</code>
      <Button size="bar" icon="copy" onClick={() => void copy().catch(() => showToast('error', texts.notCopied))}>
        {texts.copy}
      </Button>
    </div>
  );
};

interface Props {
  readonly edge: string;
  readonly code: string;
  readonly onClose: () => void;
}

/** A new claim code and the command that uses it; shown once. */
export const CodeDialog = ({ edge, code, onClose }: Props) => (
  <Dialog title={texts.freshTitle(edge)} onClose={onClose} width={620}>
    <div className={css.fresh}>
      <p>{texts.once}</p>
      <Line name={texts.command} value={commandOf(location.origin, code)} />
      <Line name={texts.code} value={code} />
      <div className={css.acts}>
        <Button look="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </div>
  </Dialog>
);
