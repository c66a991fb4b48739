import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type EscalatedType,
  escalatedTypes,
  maxRepeats,
  maxStepMinutes,
  type Policy,
} from '@tocsin/contract/escalation';
import { SiteId } from '@tocsin/contract/ids';
import { type Priority, priorities } from '@tocsin/contract/priority';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { peopleQuery } from '../../../domain/on-call-people.ts';
import type { Site } from '../../../domain/plant.ts';
import { useReason } from '../../../domain/use-reason.tsx';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { showToast } from '../../../ui/toast.tsx';
import {
  allSites,
  choicesOf,
  deviceChoices,
  formOfPolicy,
  inputOfPolicy,
  type PolicyForm,
  type StepForm,
  wrongSteps,
} from '../model.ts';
import {
  changePolicy,
  createPolicy,
  policyDevicesQuery,
  removePolicy,
  rotationsQuery,
  webhooksQuery,
} from '../queries.ts';
import { PolicySteps } from './policy-steps.tsx';

const t = texts.fields;

interface Props {
  /** null: a new policy. */
  readonly policy: Policy | null;
  readonly client: number | null;
  readonly site: number | null;
  readonly sites: readonly Site[];
  readonly onClose: () => void;
}

/** Creates, changes or removes a policy; asks for a reason if the server requires one. */
export const PolicyDialog = ({ policy, client, site, sites, onClose }: Props) => {
  const [form] = Form.useForm<PolicyForm>();
  const initial = formOfPolicy(policy, site);
  const location = Form.useWatch('location', form) ?? initial.location;
  const place = location === allSites ? null : location;
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const { withReason, dialog: reasonDialog } = useReason();
  const owner = policy?.client ?? client;
  const { data: people } = useQuery(peopleQuery(owner, place));
  const { data: rotations } = useQuery(rotationsQuery(owner));
  const { data: webhooks } = useQuery(webhooksQuery(owner));
  const { data: devices } = useQuery(policyDevicesQuery(owner, place));
  const choices = choicesOf(policy, people?.results ?? [], rotations?.results ?? [], webhooks?.results ?? [], location);
  const refresh = () => queries.invalidateQueries({ queryKey: ['on-call'] });
  const done = async (text: string): Promise<void> => {
    showToast('success', text);
    await refresh();
    onClose();
  };
  const save = async (values: PolicyForm): Promise<void> => {
    const all = { ...initial, ...values };
    const input = inputOfPolicy(all);
    if (policy)
      await withReason((reason) =>
        changePolicy(policy.id, { ...input, version: policy.version, ...(reason === undefined ? {} : { reason }) }),
      );
    else await createPolicy({ ...input, location: all.location === allSites ? null : SiteId.parse(all.location) });
    await done(texts.saved);
  };
  const remove = ({ id, title }: Policy): void =>
    ask({
      title: texts.removeTitle(title),
      body: texts.removeBody,
      yes: texts.remove,
      danger: true,
      act: async () => {
        await withReason((reason) => removePolicy(id, reason));
        await done(texts.removed);
      },
    });
  const dangerZone = policy && (
    <Button look="danger" onClick={() => remove(policy)}>
      {texts.remove}
    </Button>
  );
  const onNewer = async () => {
    await refresh();
    onClose();
  };
  return (
    <Dialog title={policy ? texts.editTitle(policy.title) : texts.add} onClose={onClose} width={640}>
      <FormPage<PolicyForm>
        inCard
        draft={policy === null ? 'new' : `${policy.id} ${policy.version}`}
        form={form}
        initial={initial}
        save={texts.save}
        onSave={save}
        onCancel={onClose}
        {...(policy ? { onNewer, dangerZone } : {})}
      >
        <Form.Item name="title" label={t.title} rules={[{ required: true, whitespace: true, message: t.titleMissing }]}>
          <Input maxLength={80} />
        </Form.Item>
        {!policy && (
          <Form.Item name="location" label={t.serves}>
            <Select<number>
              options={[
                { value: allSites, label: texts.allSites },
                ...sites.map((one) => ({ value: Number(one.id), label: one.title })),
              ]}
            />
          </Form.Item>
        )}
        <Form.Item name="event_types" label={t.events} rules={[{ type: 'array', min: 1, message: t.eventsMissing }]}>
          <Select<EscalatedType[]>
            mode="multiple"
            options={escalatedTypes.map((value) => ({ value, label: texts.eventTypes[value] }))}
          />
        </Form.Item>
        <Grid columns="repeat(auto-fit, minmax(130px, 1fr))" gap="0 12px">
          <Form.Item name="least_priority" label={t.priority}>
            <Select<Priority> options={priorities.map((value) => ({ value, label: t.priorities[value] }))} />
          </Form.Item>
          <Form.Item name="devices" label={t.devices}>
            <Select<number[]>
              mode="multiple"
              placeholder={t.allDevices}
              showSearch={searchByLabel}
              options={deviceChoices(
                (devices?.results ?? []).filter((one) => owner === null || Number(one.client) === owner),
                place,
              )}
            />
          </Form.Item>
        </Grid>
        <Form.Item
          name="steps"
          label={t.steps}
          rules={[
            {
              validator: async (_rule, steps: readonly StepForm[]) => {
                const wrong = wrongSteps(steps);
                if (wrong !== undefined) throw new Error(wrong);
              },
            },
          ]}
        >
          <PolicySteps people={choices.people} rotations={choices.rotations} webhooks={choices.webhooks} />
        </Form.Item>
        <Grid columns="repeat(auto-fit, minmax(130px, 1fr))" gap="0 12px">
          <Form.Item name="repeats" label={t.repeats}>
            <InputNumber<number> min={0} max={maxRepeats} precision={0} />
          </Form.Item>
          <Form.Item name="repeat_after_minutes" label={t.repeatAfter}>
            <InputNumber<number> min={1} max={maxStepMinutes} precision={0} />
          </Form.Item>
        </Grid>
        <Form.Item name="goes_on_after_clearing" valuePropName="checked">
          <Checkbox>{t.goesOn}</Checkbox>
        </Form.Item>
      </FormPage>
      {dialog}
      {reasonDialog}
    </Dialog>
  );
};
