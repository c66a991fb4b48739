import { texts } from '@tocsin/contract/texts/edges';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import css from '../edges.module.css';
import { commandOf } from '../model.ts';

const Line = ({ name, value }: { readonly name: string; readonly value: string }) => {
  return (
    <Grid columns="minmax(0, 1fr) auto" align="center" gap="4px 12px" className={css.line}>
      <span>{name}</span>
      <code>{value}</code>
      <CopyButton size="bar" text={value} label={texts.copy} copied={texts.copied} notCopied={texts.notCopied} />
    </Grid>
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
    <Grid columns="minmax(0, 1fr)" gap={12}>
      <p>{texts.once}</p>
      <Line name={texts.command} value={commandOf(location.origin, code)} />
      <Line name={texts.code} value={code} />
      <Row wrap justify="flex-end" gap={8} align="stretch" className={css.acts}>
        <Button look="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </Row>
    </Grid>
  </Dialog>
);
