import type { SensorTypes, Warning } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { InputNumber, Select } from 'antd';
import type { z } from 'zod';
import { Labelled } from '../../../ui/labelled.tsx';
import { Grid, Stack, Text } from '../../../ui/layout.tsx';
import { exactText } from '../../../ui/time.ts';
import type { TypeDraft } from '../model.ts';
import css from './type-row.module.css';

const words = texts.types;
type Types = z.infer<typeof SensorTypes>;

/** A warning whose value must be entered again, because k or c has changed. */
export interface RenewedRow {
  readonly rule: Warning;
  readonly value: number | null;
}

interface Props {
  readonly sensor: Types['sensors'][number];
  readonly draft: TypeDraft;
  readonly units: Types['units'];
  readonly zone: string;
  readonly wasSubmitted: boolean;
  readonly rulesToRenew: readonly RenewedRow[];
  readonly onChange: (draft: TypeDraft) => void;
  readonly onRenew: (rule: number, value: number | null) => void;
}

const kError = (k: number | null): string | null => (k === null ? words.kMissing : k === 0 ? words.kZero : null);

/** One sensor of an IE-Node: type, unit, and conversion of its raw value. */
export const TypeRow = ({ sensor, draft, units, zone, wasSubmitted, rulesToRenew, onChange, onRenew }: Props) => {
  const wrongK = wasSubmitted ? kError(draft.k) : null;
  const wrongC = wasSubmitted && draft.c === null ? words.cMissing : null;
  return (
    <Grid
      columns="minmax(160px, 1fr) 120px 120px 120px 120px"
      align="start"
      gap="8px 16px"
      padding="10px 16px"
      borderTop="1px solid var(--line)"
      className={css.row}
    >
      <Stack alignSelf="center" weight={550} className={css.name}>
        {sensor.name}
        <Text as="small" tone="faint" size={12} weight={450}>
          {sensor.since ? texts.idSince(sensor.id, exactText(sensor.since, zone)) : sensor.id}
        </Text>
      </Stack>
      <Labelled label={words.type}>
        <Select
          value={draft.type}
          onChange={(type) => onChange({ ...draft, type })}
          options={(['BOOL', 'NUMERIC'] as const).map((value) => ({ value, label: words.kinds[value] }))}
        />
      </Labelled>
      <Labelled label={words.unit}>
        <Select
          value={draft.unit}
          disabled={draft.type === 'BOOL'}
          onChange={(unit) => onChange({ ...draft, unit })}
          options={units.map((unit) => ({ value: unit.id, label: unit.name }))}
        />
      </Labelled>
      <Labelled label={words.k} error={wrongK}>
        <InputNumber
          value={draft.k}
          disabled={draft.type === 'BOOL'}
          status={wrongK ? 'error' : ''}
          onChange={(k) => onChange({ ...draft, k })}
        />
      </Labelled>
      <Labelled label={words.c} error={wrongC}>
        <InputNumber
          value={draft.c}
          disabled={draft.type === 'BOOL'}
          status={wrongC ? 'error' : ''}
          onChange={(c) => onChange({ ...draft, c })}
        />
      </Labelled>
      {rulesToRenew.length > 0 && (
        <Stack
          gridColumn="1 / -1"
          gap={8}
          padding={12}
          borderRadius="var(--r-button)"
          background="var(--warntint)"
          className={css.anew}
        >
          <p>{words.anew(sensor.name)}</p>
          {rulesToRenew.map(({ rule, value }) => (
            <Labelled
              key={rule.id}
              label={texts.ruleBefore(rule.sign, rule.value, rule.delay_seconds)}
              error={wasSubmitted && value === null ? texts.warnings.inputValue : null}
            >
              <InputNumber
                value={value}
                status={wasSubmitted && value === null ? 'error' : ''}
                onChange={(next) => onRenew(rule.id, next)}
              />
            </Labelled>
          ))}
        </Stack>
      )}
    </Grid>
  );
};
