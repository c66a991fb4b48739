import type { PayloadValue } from '@tocsin/contract/payload-map';
import { texts as t } from '@tocsin/contract/texts/payload-maps';
import { Input, InputNumber, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Grid, Note, Row, Section, Stack, Text } from '../../ui/layout.tsx';
import { type Leaf, limitIn, rowOf, withAlarm } from './model.ts';

const kinds = ['NUMERIC', 'BOOL', 'ENUM'] as const;

interface RowProps {
  readonly row: PayloadValue;
  readonly index: number;
  readonly problem: string | undefined;
  readonly onChange: (row: PayloadValue) => void;
  readonly onRemove: () => void;
}

const ValueRow = ({ row, index, problem, onChange, onRemove }: RowProps) => {
  const isKeyed = row.id === '{key}';
  const isLimit = limitIn(row) !== undefined;
  const [isMore] = useState(row.scale !== 1 || row.offset !== 0);
  const types = isKeyed ? (['auto', ...kinds] as const) : kinds;
  return (
    <Stack
      gap={8}
      padding="12px 0"
      borderTop="1px solid var(--line)"
      role="group"
      aria-label={t.valueNumber(index + 1)}
    >
      <Row gap={8}>
        <Text weight={600} size={13} line={18}>
          {index + 1}
        </Text>
        <Input
          aria-label={t.valueName}
          value={row.name}
          maxLength={60}
          onChange={({ target }) => onChange({ ...row, name: target.value })}
        />
        <Input
          aria-label={t.path}
          value={row.path}
          maxLength={200}
          spellCheck={false}
          status={problem && !isLimit ? 'error' : ''}
          onChange={({ target }) => onChange({ ...row, path: target.value })}
        />
        <IconButton icon="close" label={t.removeValue(row.name)} size={16} onClick={onRemove} />
      </Row>
      <Grid columns="repeat(auto-fit, minmax(96px, 1fr))" gap={8}>
        <Labelled label={t.type}>
          <Select
            value={row.type}
            options={types.map((value) => ({ value, label: t.types[value] }))}
            onChange={(type) => onChange({ ...row, type })}
          />
        </Labelled>
        <Labelled label={t.valueUnit}>
          <Input value={row.unit} maxLength={60} onChange={({ target }) => onChange({ ...row, unit: target.value })} />
        </Labelled>
        <Labelled label={t.alarm}>
          <Input
            // The words are read when the field is left, so that a comma can be typed.
            defaultValue={row.alarm?.when.join(', ') ?? ''}
            maxLength={200}
            spellCheck={false}
            status={isLimit ? 'error' : ''}
            onBlur={({ target }) => onChange(withAlarm(row, target.value))}
          />
        </Labelled>
      </Grid>
      <Fold title={t.valueMore} isOpen={isMore}>
        <Grid columns="repeat(auto-fit, minmax(96px, 1fr))" gap={8}>
          <Labelled label={t.scale}>
            <InputNumber value={row.scale} onChange={(scale) => onChange({ ...row, scale: scale ?? 1 })} />
          </Labelled>
          <Labelled label={t.offset}>
            <InputNumber value={row.offset} onChange={(offset) => onChange({ ...row, offset: offset ?? 0 })} />
          </Labelled>
        </Grid>
      </Fold>
      {problem && (
        <Text tone="alarm" size={12} line={16} role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
};

interface Props {
  readonly rows: readonly PayloadValue[];
  readonly problems: ReadonlyMap<number | '', string>;
  readonly onChange: (rows: readonly PayloadValue[]) => void;
  /** Above and below the values. */
  readonly above: ReactNode;
  readonly children: ReactNode;
}

const blank: Leaf = { path: 'value', name: 'value', depth: 0, value: 0 };

/** The middle column: one row for each value. */
export const ValueRows = ({ rows, problems, onChange, above, children }: Props) => (
  <Section gap={8} minWidth={0} aria-label={t.steps.means}>
    <h2>{t.steps.means}</h2>
    {above}
    {rows.length === 0 && <Text tone="quiet">{t.noValues}</Text>}
    {rows.map((row, index) => (
      <ValueRow
        key={row.id === '{key}' ? `${row.group} ${row.path}` : row.id}
        row={row}
        index={index}
        problem={problems.get(index)}
        onChange={(next) => onChange(rows.map((one, i) => (i === index ? next : one)))}
        onRemove={() => onChange(rows.filter((_, i) => i !== index))}
      />
    ))}
    {rows.length > 0 && <Note>{t.alarmAbout}</Note>}
    <Row>
      <Button look="quiet" icon="plus" onClick={() => onChange([...rows, rowOf(blank, rows)])}>
        {t.addValue}
      </Button>
    </Row>
    {children}
  </Section>
);
