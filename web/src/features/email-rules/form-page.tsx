import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { EmailRule } from '@tocsin/contract/email-rules';
import { texts } from '@tocsin/contract/texts/email-rules';
import { Form } from 'antd';
import { useReason } from '../../domain/use-reason.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFormDocument } from '../../ui/use-form-document.ts';
import { emptyRule, formOf, inputOf, type RuleForm } from './model.ts';
import { changeRule, createRule, removeRule, ruleQuery } from './queries.ts';
import { RuleFields } from './rule-fields.tsx';
import { RuleMails } from './rule-mails.tsx';

const useBack = () => {
  const navigate = useNavigate();
  return () => navigate({ to: '/user/setting/notification' });
};

const Back = () => <Link to="/user/setting/notification">{texts.back}</Link>;

export const AddRulePage = () => {
  const [form] = Form.useForm<RuleForm>();
  const queries = useQueryClient();
  const back = useBack();
  const save = async (values: RuleForm): Promise<void> => {
    const all = { ...emptyRule, ...values };
    // The form requires the type before it is submitted.
    if (all.event_type === undefined) return;
    await createRule(inputOf(all, all.event_type));
    showToast('success', texts.added);
    await queries.invalidateQueries({ queryKey: ['email-rules'] });
    await queries.invalidateQueries({ queryKey: ['sites'] });
    await back();
  };
  return (
    <>
      <PageHeader title={texts.addTitle} back={<Back />} />
      <FormPage
        draft="new"
        form={form}
        initial={emptyRule}
        save={texts.form.save}
        onSave={save}
        onCancel={() => void back()}
      >
        <RuleFields />
      </FormPage>
    </>
  );
};

const EditForm = ({ rule }: { readonly rule: EmailRule }) => {
  const [form] = Form.useForm<RuleForm>();
  const queries = useQueryClient();
  const back = useBack();
  const { ask, dialog } = useConfirm();
  const { withReason, dialog: reasonDialog } = useReason();
  const done = async (message: string): Promise<void> => {
    showToast('success', message);
    await queries.invalidateQueries({ queryKey: ['email-rules'] });
    await queries.invalidateQueries({ queryKey: ['sites'] });
    await back();
  };
  const save = async (values: RuleForm): Promise<void> => {
    const all = { ...formOf(rule), ...values };
    const body = inputOf(all, all.event_type ?? rule.event_type, rule.version);
    await withReason((reason) => changeRule(rule.id, body, reason));
    await done(texts.updated);
  };
  const askRemove = (): void =>
    ask({
      title: texts.removeAsk,
      body: texts.removeAbout(rule.contact),
      yes: texts.remove,
      danger: true,
      act: async () => {
        await withReason((reason) => removeRule(rule.id, reason));
        await done(texts.removed);
      },
    });
  return (
    <FormPage
      draft={rule.version}
      form={form}
      initial={formOf(rule)}
      save={texts.form.update}
      onSave={save}
      onCancel={() => void back()}
      onNewer={() => queries.invalidateQueries({ queryKey: ['email-rules', 'one', rule.id] })}
      dangerZone={
        <>
          <Button look="danger" onClick={askRemove}>
            {texts.remove}
          </Button>
          {dialog}
          {reasonDialog}
        </>
      }
    >
      <RuleFields />
    </FormPage>
  );
};

export const EditRulePage = () => {
  const { id } = useParams({ from: '/frame/user/setting/add/notification/$id' });
  const { data: rule, error, refetch } = useQuery(ruleQuery(Number(id)));
  const { document: begun, version } = useFormDocument(rule, id);
  return (
    <>
      <PageHeader title={texts.editTitle} back={<Back />} />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!rule && !error && <Loading />}
      {begun && <EditForm key={version} rule={begun} />}
      {rule && <RuleMails rule={rule} />}
    </>
  );
};
