import { texts } from '@tocsin/contract/texts/schemas';
import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../../api/http.ts';
import { errorLines } from '../model.ts';
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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const ready = text.trim() !== '';
  const send = async (): Promise<void> => {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await act(text.trim());
      close();
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setError(errorLines(failure.fields)[0] ?? failure.message);
    } finally {
      setBusy(false);
    }
  };
  const field = {
    id: 'dialog-text',
    value: text,
    maxLength: maxLength,
    autoFocus: true,
    'aria-invalid': error !== null,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
  };
  return (
    <Modal
      open
      title={title}
      okText={yes}
      cancelText={texts.cancel}
      okButtonProps={{ disabled: !ready }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={close}
      width={440}
    >
      <label className={css.field} htmlFor="dialog-text">
        {label}
        {long ? <Input.TextArea {...field} rows={3} /> : <Input {...field} onPressEnter={() => void send()} />}
      </label>
      {error !== null ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : (
        help && <p className={css.help}>{help}</p>
      )}
    </Modal>
  );
};
