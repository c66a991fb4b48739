import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AliveMailState } from '@tocsin/contract/health';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/health';
import { Checkbox, Form, Input, Select } from 'antd';
import { CallError } from '../../../api/call-error.ts';
import { useMe } from '../../../domain/me.ts';
import { FormPage } from '../../../ui/form-page.tsx';
import { Grid, Text } from '../../../ui/layout.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { browserZone, exactText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import css from '../health.module.css';
import { addressesOf } from '../model.ts';
import { aliveQuery, saveAlive } from '../queries.ts';
import { HealthCard } from './health-card.tsx';

const t = texts.alive;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }));
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
  value: zone,
  label: zone,
}));
const when = (at: string | null, zone: string): string => (at === null ? t.none : exactText(Date.parse(at), zone));

interface AliveFormValues {
  readonly is_on: boolean;
  readonly receivers: string;
  readonly hour: number;
  readonly timezone: string;
}

/** Moves the error of an address, whose path contains its line, to the form's single field of addresses. */
const atField = (error: unknown): unknown => {
  if (!(error instanceof CallError)) return error;
  const refused = Object.entries(error.fields).find(([name]) => name.startsWith('receivers'))?.[1];
  return refused ? new CallError(error.status, refused[0] ?? error.message, { receivers: refused }) : error;
};

const Times = ({ state }: { readonly state: AliveMailState }) => (
  <>
    <Text as="p" tone="quiet">
      {t.next}: {when(state.next_at, state.timezone)}. {t.last}: {when(state.last_at, state.timezone)}.
    </Text>
    {!state.has_mail_server && (
      <Text as="p" tone="quiet">
        {t.noServer}
      </Text>
    )}
  </>
);

const Fields = ({ state }: { readonly state: AliveMailState }) => {
  const queries = useQueryClient();
  const [form] = Form.useForm<AliveFormValues>();
  const isNew = state.receivers.length === 0;
  const initial: AliveFormValues = {
    is_on: state.is_on,
    receivers: state.receivers.join('\n'),
    hour: state.hour,
    timezone: isNew ? browserZone() : state.timezone,
  };
  const save = async ({ receivers, ...values }: AliveFormValues): Promise<void> => {
    const saved = await saveAlive({ ...values, receivers: addressesOf(receivers) }).catch((error: unknown) => {
      throw atField(error);
    });
    queries.setQueryData(aliveQuery().queryKey, saved);
    showToast('success', t.saved);
  };
  return (
    <FormPage form={form} initial={initial} save={t.save} onSave={save} onCancel={() => form.resetFields()} inCard>
      <Form.Item name="is_on" valuePropName="checked">
        <Checkbox>{t.on}</Checkbox>
      </Form.Item>
      <Form.Item name="receivers" label={t.receivers} extra={t.receiversHelp}>
        <Input.TextArea rows={3} />
      </Form.Item>
      <Grid columns="110px minmax(0, 1fr)" gap={12} className={css.pair}>
        <Form.Item name="hour" label={t.hour}>
          <Select options={hours} />
        </Form.Item>
        <Form.Item name="timezone" label={t.zone}>
          <Select showSearch options={zones} />
        </Form.Item>
      </Grid>
      <Times state={state} />
    </FormPage>
  );
};

/** Read-only settings, for users who cannot change them. */
const Values = ({ state }: { readonly state: AliveMailState }) => (
  <>
    <p>{state.is_on ? t.isOn(hours[state.hour]?.label ?? '', state.timezone, state.receivers.join(', ')) : t.isOff}</p>
    <Times state={state} />
    <Text as="p" tone="quiet">
      {t.readOnly}
    </Text>
  </>
);

/** The daily heartbeat e-mail: on or off, recipients, hour and zone. */
export const AliveForm = () => {
  const me = useMe();
  const { data, error, refetch } = useQuery(aliveQuery());
  return (
    <HealthCard id="alive-title" title={t.title}>
      <Text as="p" tone="quiet">
        {t.about}
      </Text>
      {error && <Failed text={t.failed} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (may(me, 'oem') ? <Fields state={data} /> : <Values state={data} />)}
    </HealthCard>
  );
};
