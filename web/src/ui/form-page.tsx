import { texts } from '@tocsin/contract/texts/ui';
import { Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import css from './form-page.module.css';
import { Notice } from './notice.tsx';
import { useFormSave } from './use-form-save.ts';
import { usePhone } from './use-media.ts';

interface Props<T extends object> {
  readonly form: FormInstance<T>;
  readonly initial: Partial<T>;
  readonly save: string;
  readonly onSave: (values: T) => Promise<unknown>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
  /** Destructive actions, separate from the form. */
  readonly dangerZone?: ReactNode;
  readonly onValues?: (values: T) => void;
  /** Somebody else saved meanwhile: replaces the typed values with theirs. */
  readonly onNewer?: () => Promise<unknown>;
  /** Without a frame and margins of its own, for a form inside a card. */
  readonly inCard?: boolean;
}

/** 'feeds.2.url' is the url of the third feed. */
const pathOf = (name: string): (string | number)[] =>
  name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const conflict = 409;
/** The server did not answer. */
const unreached = 0;
/**
 * One column, labels above, errors at their field and summarized on top. Keeps the typed values when saving fails; asks
 * before unsaved changes are discarded.
 */
export const FormPage = <T extends object>({
  form,
  initial,
  save,
  onSave,
  onCancel,
  children,
  dangerZone,
  onValues,
  onNewer,
  inCard = false,
}: Props<T>) => {
  const [dirty, setDirty] = useState(false);
  const { busy, failure, save: run, clearFailure } = useFormSave(dirty);
  const phone = usePhone();
  const notice = useRef<HTMLDivElement>(null);
  // Saving is below the last field: without this a long form would refuse out of sight.
  useEffect(() => {
    if (failure) notice.current?.scrollIntoView({ block: 'center' });
  }, [failure]);

  const submit = async (values: T): Promise<void> => {
    const refused = await run(async () => {
      await onSave(values);
      setDirty(false);
    });
    if (refused === null) return;
    const known = Object.entries(refused.fields)
      .map(([name, errors]) => [pathOf(name), errors] as const)
      .filter(([path]) => form.getFieldValue(path as never) !== undefined);
    form.setFields(known.map(([path, errors]) => ({ name: path as never, errors: [...errors] })));
  };

  const showNewer = async (): Promise<void> => {
    setDirty(false);
    clearFailure();
    await onNewer?.();
  };

  return (
    <div className={`${css.page} ${inCard ? css.inCard : ''}`}>
      {failure && (
        <div ref={notice}>
          <Notice
            tone="alarm"
            actions={
              failure.status === conflict && onNewer ? (
                <Button size="bar" onClick={() => void showNewer()}>
                  {texts.newerVersion}
                </Button>
              ) : undefined
            }
          >
            {failure.message}
            {failure.status === unreached && ` ${texts.notSaved}`}
          </Notice>
        </div>
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
        // Gloved fingers need 44 px.
        size={phone ? 'large' : 'medium'}
        className={css.form ?? ''}
      >
        {children}
        <div className={css.actions}>
          <Button type="submit" look="primary" busy={busy}>
            {save}
          </Button>
          <Button onClick={onCancel}>{inCard ? texts.cancel : texts.cancelForm}</Button>
        </div>
      </Form>
      {dangerZone && <div className={css.apart}>{dangerZone}</div>}
    </div>
  );
};
