import { Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import css from './form-page.module.css';
import { holdForm } from './held-forms.ts';
import { Notice } from './notice.tsx';
import { usePhone } from './use-media.ts';
import { useUnsaved } from './use-unsaved.ts';

/** What a failed save tells: texts by field, and one for the whole. */
export interface SaveFailure {
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly status: number;
}

/** A refusal that a form can show: with a message, and texts by field. */
export const isSaveFailure = (error: unknown): error is Error & SaveFailure =>
  error instanceof Error && 'fields' in error;

interface Props<T extends object> {
  readonly form: FormInstance<T>;
  readonly initial: Partial<T>;
  readonly save: string;
  readonly onSave: (values: T) => Promise<unknown>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
  /** Dangerous things, apart from the form. */
  readonly apart?: ReactNode;
  readonly onValues?: (values: T) => void;
  /** Somebody else saved meanwhile: shows theirs in place of what was typed here. */
  readonly onNewer?: () => Promise<unknown>;
}

/** 'feeds.2.url' is the url of the third feed. */
const pathOf = (name: string): (string | number)[] =>
  name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const conflict = 409;
/** No answer at all. */
const unreached = 0;
const notSaved = 'Nothing was saved: the portal could not be reached. What you typed is still here.';
const newerVersion = 'Show the newer version';
/**
 * One column, labels above, errors at their field and summed up on top. Keeps what was typed when saving fails; asks
 * before unsaved changes are left.
 */
export const FormPage = <T extends object>({
  form,
  initial,
  save,
  onSave,
  onCancel,
  children,
  apart,
  onValues,
  onNewer,
}: Props<T>) => {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  useUnsaved(dirty && !busy);
  // While it is being saved too: it may be refused, and then what was typed must still be here.
  useEffect(() => (dirty ? holdForm() : undefined), [dirty]);
  const phone = usePhone();

  const submit = async (values: T): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onSave(values);
      setDirty(false);
    } catch (error) {
      if (!isSaveFailure(error)) throw error;
      setFailure(error);
      const known = Object.entries(error.fields)
        .map(([name, errors]) => [pathOf(name), errors] as const)
        .filter(([path]) => form.getFieldValue(path as never) !== undefined);
      form.setFields(known.map(([path, errors]) => ({ name: path as never, errors: [...errors] })));
    } finally {
      setBusy(false);
    }
  };

  const showNewer = async (): Promise<void> => {
    setDirty(false);
    setFailure(null);
    await onNewer?.();
  };

  return (
    <div className={css.page}>
      {failure && (
        <Notice
          tone="alarm"
          actions={
            failure.status === conflict && onNewer ? (
              <Button size="bar" onClick={() => void showNewer()}>
                {newerVersion}
              </Button>
            ) : undefined
          }
        >
          {failure.message}
          {failure.status === unreached && ` ${notSaved}`}
        </Notice>
      )}
      <Form<T>
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => void submit(values)}
        onValuesChange={(_changed, all) => {
          setDirty(true);
          onValues?.(all);
        }}
        scrollToFirstError={{ block: 'center', focus: true }}
        requiredMark={false}
        // Fingers, with gloves on, need 44 px.
        size={phone ? 'large' : 'medium'}
        className={css.form ?? ''}
      >
        {children}
        <div className={css.actions}>
          <Button type="submit" look="primary" busy={busy}>
            {save}
          </Button>
          <Button onClick={onCancel}>CANCEL</Button>
        </div>
      </Form>
      {apart && <div className={css.apart}>{apart}</div>}
    </div>
  );
};
