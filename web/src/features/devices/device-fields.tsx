import { useQuery } from '@tanstack/react-query';
import { type DeviceType, needsUdfId, takesIpAddress } from '@tocsin/contract/device-type';
import { texts as adding } from '@tocsin/contract/texts/add-device';
import { texts } from '@tocsin/contract/texts/devices';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useSelection } from '../../domain/selection.ts';
import { sensorsQuery } from '../../domain/sensors.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { searchByLabel } from '../../ui/search-by-label.ts';
import type { DeviceForm, UnitLabel } from './model.ts';
import { sitesQuery, typesQuery } from './queries.ts';
import { ScanLabel } from './scan-label.tsx';

const t = texts.form;
export const needed = (message: string) => [{ required: true, whitespace: true, message }];
export const optionOf = ({ code, label }: DeviceType) => ({ value: code, label });

export const udfRules = [
  ...needed(t.udfId.missing),
  { max: 8, message: t.udfId.tooLong },
  { pattern: /^(?=.*[A-Za-z])[A-Za-z0-9_-]*$/, message: t.udfId.shape },
];

/** Chooses among the sites of the selected client. */
export const Location = (props: {
  readonly id?: string;
  readonly value?: number;
  readonly onChange?: (id: number) => void;
}) => {
  const { data } = useQuery(sitesQuery(useSelection().client));
  return (
    <Select
      {...props}
      showSearch={searchByLabel}
      loading={data === undefined}
      options={data?.results.map((site) => ({ value: site.id, label: site.title })) ?? []}
    />
  );
};

/** Fields that only some types have, shown once such a type is chosen. */
const ByType = ({ type, editing }: { readonly type: DeviceType | undefined; readonly editing: boolean }) => {
  if (type === undefined) return null;
  return (
    <>
      {takesIpAddress(type) && (
        <Form.Item<DeviceForm>
          name="ip_address"
          label={t.ipAddress.label}
          extra={type.enters === 'modbus' ? t.ipAddress.polled : t.ipAddress.information}
        >
          <Input placeholder="10.0.0.7:502" />
        </Form.Item>
      )}
      {needsUdfId(type) && (
        <Form.Item<DeviceForm>
          name="udf_id"
          label={t.udfId.label}
          rules={udfRules}
          extra={editing ? t.udfId.later : t.udfId.help}
        >
          <Input spellCheck={false} />
        </Form.Item>
      )}
    </>
  );
};

const KeySensor = ({
  device,
  ...props
}: {
  readonly device: number;
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (path: string) => void;
}) => {
  const { data } = useQuery(sensorsQuery(device));
  const sensors = data?.map(({ id, name, group_name }) => ({ value: id, label: `${name} (${group_name})` })) ?? [];
  return (
    <Select {...props} showSearch={searchByLabel} options={[{ value: '', label: t.keySensor.automatic }, ...sensors]} />
  );
};

/** A unit on its rail, and the label with serial number and code at its side. */
const UnitPicture = () => (
  <svg
    viewBox="0 0 132 84"
    width={132}
    height={84}
    fill="none"
    stroke="var(--text2)"
    strokeWidth={1.5}
    aria-hidden="true"
  >
    <path d="M2 38h12M118 38h12M2 46h12M118 46h12" />
    <rect x={14} y={8} width={104} height={68} rx={5} fill="var(--sunken)" />
    <path d="M14 20h104M14 64h104M26 8v12M40 8v12M54 8v12M68 8v12M82 8v12M96 8v12M26 64v12M40 64v12M54 64v12" />
    <circle cx={26} cy={31} r={3} />
    <circle cx={26} cy={42} r={3} />
    <circle cx={26} cy={53} r={3} />
    <rect x={44} y={25} width={68} height={34} rx={3} fill="var(--surface)" stroke="var(--brand)" strokeWidth={2} />
    <path d="M50 31h7v7h-7zM50 46h7v7h-7zM65 31h7v7h-7zM64 45h4v4M72 53h-4M61 41h6" stroke="var(--brand)" />
    <path d="M80 36h26M80 43h26M80 50h16" stroke="var(--brand)" strokeWidth={2} />
  </svg>
);

type Props = {
  /** The device whose sensors may be chosen. */
  readonly device?: number;
  readonly mayEmulate?: boolean;
  readonly mayExchange?: boolean;
  /** The type that the serial number speaks for. */
  readonly proposed?: string | undefined;
  /** A new unit: what its label says comes first, and its type is asked only if the serial number does not tell it. */
  readonly onScan?: (unit: UnitLabel) => void;
};

export const DeviceFields = ({ device, mayEmulate = false, mayExchange = true, proposed, onScan }: Props) => {
  const isNew = onScan !== undefined;
  const code = Form.useWatch<string | undefined>('device_type');
  const serial = Form.useWatch<string | undefined>('serial_number');
  const [isAsked, setAsked] = useState(false);
  const types = useQuery(typesQuery(useSelection().client)).data?.results ?? [];
  const type = types.find((one) => one.code === code);
  const claimed = types.filter((one) => one.claim === 'registry' || one.code === code);
  const isTold = isNew && !isAsked && type !== undefined && proposed === code;
  const unit = (
    <>
      <Form.Item<DeviceForm> name="serial_number" label={t.serial.label} rules={needed(t.serial.missing)}>
        <Input maxLength={64} spellCheck={false} disabled={!mayExchange} />
      </Form.Item>
      <Form.Item<DeviceForm>
        name="code"
        label={t.code.label}
        rules={needed(t.code.missing)}
        extra={isNew ? undefined : t.exchange}
      >
        <Input maxLength={64} spellCheck={false} autoComplete="off" disabled={!mayExchange} />
      </Form.Item>
    </>
  );
  return (
    <>
      {isNew && (
        <Row gap={16} align="flex-start">
          <UnitPicture />
          <Stack gap={8} flex={1} minWidth={0}>
            <Text tone="quiet">{t.claim}</Text>
            <ScanLabel onRead={onScan} />
          </Stack>
        </Row>
      )}
      {isNew && unit}
      <Form.Item<DeviceForm> name="title" label={t.title.label} rules={needed(t.title.missing)}>
        <Input maxLength={60} {...(isNew && { placeholder: adding.proposed })} />
      </Form.Item>
      <Form.Item<DeviceForm>
        name="location"
        label={t.location.label}
        rules={[{ required: true, message: t.location.missing }]}
      >
        <Location />
      </Form.Item>
      {!isNew && unit}
      <Form.Item<DeviceForm>
        name="device_type"
        label={t.type.label}
        rules={[{ required: true, message: t.type.missing }]}
        hidden={isNew && (!serial || isTold)}
      >
        <Select options={claimed.map(optionOf)} />
      </Form.Item>
      {isTold && (
        <Row wrap gap={8} marginBottom={20}>
          <Text>
            {type.label}. <Text tone="quiet">{adding.proposed}</Text>
          </Text>
          <Button look="quiet" onClick={() => setAsked(true)}>
            {adding.changeType}
          </Button>
        </Row>
      )}
      <ByType type={type} editing={!isNew} />
      {device !== undefined && (
        <Form.Item<DeviceForm> name="key_sensor" label={t.keySensor.label} extra={t.keySensor.help}>
          <KeySensor device={device} />
        </Form.Item>
      )}
      {mayEmulate && (
        <Form.Item<DeviceForm> name="is_emulated_as" label={t.emulated.label}>
          <Select options={[{ value: '', label: t.emulated.none }, ...types.map(optionOf)]} />
        </Form.Item>
      )}
    </>
  );
};
