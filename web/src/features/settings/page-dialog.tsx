import type { FlatPage } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/settings';
import { Form, Input, InputNumber, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Grid } from '../../ui/layout.tsx';
import { isSaveFailure, useFormSave } from '../../ui/use-form-save.ts';
import { addPage, changePage } from './queries.ts';

const t = texts.styles;

interface PageForm {
  readonly title: string;
  readonly slug: string;
  readonly order: number;
  readonly content: string;
}

type Props = {
  /** null for a new page. */
  readonly page: FlatPage | null;
  readonly order: number;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
};

// Loaded on demand, because the editor is larger than the rest of this page.
const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }));

const Content = (props: { readonly value?: string; readonly onChange?: (html: string) => void }) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
    <RichText label={t.content} value={props.value ?? ''} onChange={(html) => props.onChange?.(html)} />
  </Suspense>
);

/** Creates or changes a static page; the editor also serves as preview. */
export const PageDialog = ({ page, order, onDone, onClose }: Props) => {
  const [form] = Form.useForm<PageForm>();
  const [dirty, setDirty] = useState(false);
  const save = async (values: PageForm): Promise<void> => {
    const fields = { ...values, slug: values.slug.trim() || undefined };
    if (page === null) await addPage(fields);
    else await changePage(page.id, { ...fields, version: page.version });
  };
  const { run, busy, failure, error } = useFormSave(dirty, save, {
    toast: t.pageSaved,
    onDone,
    onFailure: (refusal) => {
      if (!isSaveFailure(refusal)) return;
      const fields = Object.entries(refusal.fields);
      form.setFields(fields.map(([name, errors]) => ({ name: name as keyof PageForm, errors: [...errors] })));
    },
  });
  const isAtFields = isSaveFailure(error) && Object.keys(error.fields).length > 0;
  return (
    <FormDialog
      width={760}
      title={page === null ? t.addTitle : t.editTitle(page.title)}
      verb={t.save}
      cancel={t.cancel}
      busy={busy}
      failure={isAtFields ? null : failure}
      dirty={dirty}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      <Form<PageForm>
        form={form}
        component="div"
        layout="vertical"
        requiredMark={false}
        initialValues={page ?? { title: '', slug: '', order, content: '' }}
        onFinish={run}
        onValuesChange={() => setDirty(true)}
      >
        <Form.Item
          name="title"
          label={t.name.label}
          rules={[{ required: true, whitespace: true, message: t.name.missing }]}
        >
          <Input maxLength={255} />
        </Form.Item>
        <Grid columns="1fr 140px" gap={16}>
          <Form.Item
            name="slug"
            label={t.slug.label}
            extra={t.slug.help}
            rules={[{ pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, message: t.slug.shape }]}
          >
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="order" label={t.order}>
            <InputNumber min={0} max={10_000} precision={0} />
          </Form.Item>
        </Grid>
        <Form.Item name="content" label={t.content}>
          <Content />
        </Form.Item>
      </Form>
    </FormDialog>
  );
};
