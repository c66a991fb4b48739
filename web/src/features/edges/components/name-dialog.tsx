import { texts } from '@tocsin/contract/texts/edges';
import { Form, Input } from 'antd';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormPage } from '../../../ui/form-page.tsx';

interface Props {
  readonly title: string;
  readonly name: string;
  readonly save: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a new or existing edge. */
export const NameDialog = ({ title, name, save, onSave, onClose }: Props) => {
  const [form] = Form.useForm<{ readonly title: string }>();
  return (
    <Dialog title={title} onClose={onClose}>
      <FormPage
        form={form}
        initial={{ title: name }}
        save={save}
        onSave={(values) => onSave(values.title)}
        onCancel={onClose}
        inCard
      >
        <Form.Item
          name="title"
          label={texts.name}
          extra={texts.nameHelp}
          rules={[{ required: true, whitespace: true, message: texts.noName }]}
        >
          <Input maxLength={60} />
        </Form.Item>
      </FormPage>
    </Dialog>
  );
};
