import { texts } from '@tocsin/contract/texts/edges';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import css from '../edges.module.css';
import { commandOf } from '../model.ts';

const Line = ({ name, value }: { readonly name: string; readonly value: string }) => {
  return (
    <div className={css.line}>
      <span>{name}</span>
      <code>{value}</code>
      <CopyButton size="bar" text={value} label={texts.copy} copied={texts.copied} notCopied={texts.notCopied} />
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
