import { texts } from '@tocsin/contract/texts/schemas';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { failureText } from '../failure-text.ts';
import css from './list.module.css';

interface Props {
  readonly title: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly initial?: string;
  readonly yes: string;
  readonly maxLength: number;
  /** A text area instead of a single line. */
  readonly long?: boolean;
  readonly act: (text: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Asks for one required text: the name of a clone, or the comment of a publication. */
export const NameDialog = ({ title, label, help, initial = '', yes, maxLength, long = false, act, close }: Props) => {
  const [text, setText] = useState(initial);
  const { run, busy, failure } = useAction(act, { fails: 'here', failureText, onDone: close });
  const field = {
    id: 'dialog-text',
    value: text,
    maxLength: maxLength,
    autoFocus: true,
    'aria-invalid': failure !== null,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
  };
  return (
    <FormDialog
      title={title}
      verb={yes}
      cancel={texts.cancel}
      isReady={text.trim() !== ''}
      busy={busy}
      onSubmit={() => run(text.trim())}
      onClose={close}
      width={440}
    >
      <Stack as="label" gap={4} tone="quiet" htmlFor="dialog-text">
        {label}
        {long ? <Input.TextArea {...field} rows={3} /> : <Input {...field} />}
      </Stack>
      {failure !== null ? (
        <p className={css.error} role="alert">
          {failure}
        </p>
      ) : (
        help && <p className={css.help}>{help}</p>
      )}
    </FormDialog>
  );
};
