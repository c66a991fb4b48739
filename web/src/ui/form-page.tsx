import { texts } from '@tocsin/contract/texts/ui';
import { Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { draftAt, draftPlace, keepDraft } from './drafts.ts';
import css from './form-page.module.css';
import { Grid, Row } from './layout.tsx';
import { Notice } from './notice.tsx';
import { isSaveFailure, useFormSave } from './use-form-save.ts';
import { usePhone } from './use-media.ts';

interface Props<T extends object> {
  readonly form: FormInstance<T>;
  readonly initial: Partial<T>;
  readonly save: string;
  readonly onSave: (values: T) => Promise<unknown>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
  /** Destructive actions, below the form. */
  readonly dangerZone?: ReactNode;
  readonly onValues?: (values: T) => void;
  /** Loads the newer document after a conflict; the form then replaces the input with it. */
  readonly onNewer?: () => Promise<unknown>;
  /** Omits frame and margins, for a form inside a card. */
  readonly inCard?: boolean;
  /** Keeps the input as a draft of this document: its version, or 'new'. */
  readonly draft?: string | number;
}

/** Form path of a server's field name: 'feeds.2.url' is the url of the third feed. */
const pathOf = (name: string): (string | number)[] =>
  name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const conflict = 409;
/**
 * A form in one column with labels above the fields, and errors at their fields and in a summary. A failed save keeps
 * the input; unsaved changes are discarded only after a confirmation.
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
  draft,
}: Props<T>) => {
  // Saving may open another page before it is done.
  const [place] = useState(draftPlace);
  const [kept, setKept] = useState(() => (draft === undefined ? null : draftAt<T>(place, String(draft))));
  const keep = (values: T | null): void => {
    if (draft !== undefined) keepDraft(place, String(draft), values);
  };
  const [dirty, setDirty] = useState(kept !== null);
  const { run, busy, failure, error, clear } = useFormSave(dirty, onSave, {
    onDone: () => {
      setDirty(false);
      keep(null);
    },
    onFailure: (refusal) => {
      if (!isSaveFailure(refusal)) return;
      const known = Object.entries(refusal.fields)
        .map(([name, errors]) => [pathOf(name), errors] as const)
        .filter(([path]) => form.getFieldValue(path as never) !== undefined);
      form.setFields(known.map(([path, errors]) => ({ name: path as never, errors: [...errors] })));
    },
  });
  const discard = (): void => {
    keep(null);
    setKept(null);
    setDirty(false);
    form.setFieldsValue(initial as never);
  };
  const phone = usePhone();
  const notice = useRef<HTMLDivElement>(null);
  // Scrolls to the error, because the Save button of a long form is far below it.
  useEffect(() => {
    if (failure) notice.current?.scrollIntoView({ block: 'center' });
  }, [failure]);

  const showNewer = async (): Promise<void> => {
    setDirty(false);
    clear();
    await onNewer?.();
  };

  return (
    <Grid
      columns="minmax(0, 1fr)"
      gap={20}
      maxWidth={640}
      padding="0 var(--page-pad) 32px"
      className={`${css.page} ${inCard ? css.inCard : ''}`}
    >
      {failure && (
        <div ref={notice}>
          <Notice
            tone="alarm"
            actions={
              isSaveFailure(error) && error.status === conflict && onNewer ? (
                <Button size="bar" onClick={() => void showNewer()}>
                  {texts.newerVersion}
                </Button>
              ) : undefined
            }
          >
            {failure}
          </Notice>
        </div>
      )}
      {kept && (
        <Notice
          tone="info"
          actions={
            <Button size="bar" onClick={discard}>
              {texts.discardDraft}
            </Button>
          }
        >
          {texts.draft}
        </Notice>
      )}
      <Form<T>
        form={form}
        layout="vertical"
        initialValues={{ ...initial, ...kept }}
        onFinish={run}
        onValuesChange={(_changed, all) => {
          setDirty(true);
          keep(all);
          onValues?.(all);
        }}
        scrollToFirstError={{ block: 'center', focus: true }}
        requiredMark={false}
        // Gloved fingers need 44 px.
        size={phone ? 'large' : 'medium'}
        className={css.form ?? ''}
      >
        {children}
        <Row gap={8} align="stretch">
          <Button type="submit" look="primary" busy={busy}>
            {save}
          </Button>
          <Button
            onClick={() => {
              keep(null);
              onCancel();
            }}
          >
            {inCard ? texts.cancel : texts.cancelForm}
          </Button>
        </Row>
      </Form>
      {dangerZone && (
        <Row surface wrap gap={8} padding={20} className={css.apart}>
          {dangerZone}
        </Row>
      )}
    </Grid>
  );
};
