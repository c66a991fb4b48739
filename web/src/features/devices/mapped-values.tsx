import type { Device, DeviceConnection } from '@tocsin/contract/devices';
import { isRead } from '@tocsin/contract/modbus';
import { texts } from '@tocsin/contract/texts/add-device';
import { Checkbox } from 'antd';
import { useReading } from '../../live/use-reading.ts';
import { Grid, Note, Section, Stack, Text } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { valueText } from '../../ui/value.ts';
import { compareModbus, connectionQuery } from './queries.ts';

const t = texts.tags;
type MappedValue = NonNullable<NonNullable<DeviceConnection['mapped']>['values']>[number];

const Value = ({
  id,
  value,
  mayTick,
}: {
  readonly id: number;
  readonly value: MappedValue;
  readonly mayTick: boolean;
}) => {
  const { path, name, compared } = value;
  const reading = useReading(path);
  const hasValue = reading !== undefined && isRead(reading);
  const { run, busy } = useAction(
    (isCompared: boolean) =>
      compareModbus(id, { compared: isCompared ? [path] : [], not_compared: isCompared ? [] : [path] }),
    { refetches: [connectionQuery(id).queryKey] },
  );
  return (
    <Grid as="li" columns="minmax(0, 1fr) auto 32px" gap={12} align="center">
      <Text overflowWrap="anywhere">{name}</Text>
      <Text weight={600} fontVariantNumeric="tabular-nums">
        {reading && reading.value !== null ? valueText(reading.value, reading.unit) : reading?.state || '–'}
      </Text>
      <Checkbox
        aria-label={t.compare(name)}
        title={compared?.by ?? (hasValue ? undefined : t.noValue)}
        checked={compared !== null}
        disabled={!mayTick || busy || (compared === null && !hasValue)}
        onChange={({ target }) => run(target.checked)}
      />
    </Grid>
  );
};

/** The values that a payload map reads, each ticked by a person who compared it with the machine. */
export const MappedValues = ({
  device,
  values,
}: {
  readonly device: Device;
  readonly values: readonly MappedValue[];
}) => {
  if (values.length === 0) return null;
  const compared = values.filter((value) => value.compared !== null).length;
  const mayTick = device.permissions?.includes('device.edit') ?? false;
  return (
    <Section gap={12}>
      <Stack gap={2}>
        <h2>{t.compared}</h2>
        <Note>{t.mappedAbout}</Note>
      </Stack>
      {compared < values.length && <Notice tone="warning">{t.notYet(values.length - compared)}</Notice>}
      <Stack as="ul" gap={8} margin="0" padding="0" listStyle="none">
        {values.map((value) => (
          <Value key={value.path} id={device.id} value={value} mayTick={mayTick} />
        ))}
      </Stack>
    </Section>
  );
};
