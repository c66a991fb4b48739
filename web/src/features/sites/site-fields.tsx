import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/sites';
import { Form, Input, InputNumber, Select } from 'antd';
import { searchByLabel } from '../../ui/search-by-label.ts';
import { timezonesQuery } from './queries.ts';

const t = texts.form;
const short = { max: 255, message: t.tooLong };
const needed = (message: string) => [{ required: true, whitespace: true, message }, short];

export interface SiteForm {
  readonly title: string;
  readonly address: string;
  readonly full_name: string;
  readonly email: string;
  readonly mobile: string;
  readonly timezone: string;
  /** Degrees; both or neither. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Validation rules of a coordinate: within its range, and given together with the other one. */
const coordinate = (limit: number, invalid: string, other: 'latitude' | 'longitude') => [
  { type: 'number' as const, min: -limit, max: limit, message: invalid },
  ({ getFieldValue }: { readonly getFieldValue: (name: string) => unknown }) => ({
    validator: async (_rule: unknown, value: unknown): Promise<void> => {
      const isMissing = (value ?? null) === null && (getFieldValue(other) ?? null) !== null;
      if (isMissing) throw new Error(t.pair);
    },
  }),
];

const Timezone = (props: {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (zone: string) => void;
}) => {
  const { data } = useQuery(timezonesQuery());
  return (
    <Select
      {...props}
      showSearch={searchByLabel}
      loading={data === undefined}
      placeholder={t.timezone.search}
      options={data?.results.map((zone) => ({ value: zone.name, label: zone.title })) ?? []}
    />
  );
};

export const SiteFields = () => (
  <>
    <Form.Item name="title" label={t.title.label} rules={needed(t.title.missing)}>
      <Input />
    </Form.Item>
    <Form.Item name="address" label={t.address.label} rules={needed(t.address.missing)}>
      <Input.TextArea rows={6} />
    </Form.Item>
    <Form.Item name="full_name" label={t.fullName} rules={[short]}>
      <Input />
    </Form.Item>
    <Form.Item name="email" label={t.email.label} rules={[{ type: 'email', message: t.email.invalid }, short]}>
      <Input type="email" />
    </Form.Item>
    <Form.Item name="mobile" label={t.mobile} rules={[short]}>
      <Input type="tel" />
    </Form.Item>
    <Form.Item name="timezone" label={t.timezone.label} rules={[{ required: true, message: t.timezone.missing }]}>
      <Timezone />
    </Form.Item>
    <Form.Item
      name="latitude"
      label={t.latitude.label}
      dependencies={['longitude']}
      rules={coordinate(90, t.latitude.invalid, 'longitude')}
    >
      <InputNumber controls={false} style={{ width: '100%' }} />
    </Form.Item>
    <Form.Item
      name="longitude"
      label={t.longitude.label}
      dependencies={['latitude']}
      rules={coordinate(180, t.longitude.invalid, 'latitude')}
      extra={t.coordinates}
    >
      <InputNumber controls={false} style={{ width: '100%' }} />
    </Form.Item>
  </>
);

/** Initial values of a new site, in the browser's time zone. */
export const emptySite = (): SiteForm => ({
  title: '',
  address: '',
  full_name: '',
  email: '',
  mobile: '',
  latitude: null,
  longitude: null,
  timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});
