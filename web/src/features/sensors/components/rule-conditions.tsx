import {
  type ConditionsFields,
  isWindowed,
  longestWindow,
  ruleKinds,
  shortestWindow,
} from '@tocsin/contract/rule-conditions';
import { sign as signs } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { Labelled } from '../../../ui/labelled.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { unitText } from '../../../ui/value.ts';
import { type DraftErrors, type RuleSensor, typedUnit, withKind } from '../model.ts';

const words = texts.warnings;

/** antd's Select does not accept null. */
const always = '';

interface Props {
  readonly sensor: string | null;
  readonly sensors: readonly RuleSensor[];
  readonly value: ConditionsFields;
  readonly errors: DraftErrors;
  readonly onChange: (value: ConditionsFields) => void;
}

/** Fields of a rule besides sensor, sign, value and delay. */
export const RuleConditions = ({ sensor, sensors, value, errors, onChange }: Props) => {
  const unit = value.unit ?? sensors.find((one) => one.value === sensor)?.unit ?? '';
  const gate = value.only_while;
  const gateSensor = sensors.find((one) => one.value === gate?.sensor_id);
  const numeric = sensors.filter((one) => one.isNumeric);
  const pickGate = (sensor_id: string): void => {
    if (sensor_id === always) {
      onChange({ ...value, only_while: null });
      return;
    }
    const picked = sensors.find((one) => one.value === sensor_id);
    const empty = picked?.isNumeric
      ? ({ sign: '>', value: null, state: null, unit: picked.unit } as const)
      : ({ sign: null, value: null, state: '', unit: null } as const);
    onChange({ ...value, only_while: { sensor_id, for_seconds: gate?.for_seconds ?? 0, ...empty } });
  };
  return (
    <Grid columns="repeat(auto-fill, minmax(180px, 1fr))" gap="8px 16px" padding="12px 0">
      <Labelled label={words.kind}>
        <Select
          value={value.kind}
          options={ruleKinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
          onChange={(kind) => onChange(withKind(value, kind))}
        />
      </Labelled>
      {isWindowed(value) && (
        <Labelled label={words.window} error={errors.window && words.inputWindow}>
          <InputNumber<number>
            value={value.window_seconds}
            min={shortestWindow}
            max={longestWindow[value.kind === 'flat' ? 'flat' : 'rise']}
            precision={0}
            onChange={(window_seconds) => onChange({ ...value, window_seconds })}
          />
        </Labelled>
      )}
      {value.kind === 'difference' && (
        <>
          <Labelled label={words.reference} error={errors.reference && words.pickSensor}>
            <Select
              showSearch={searchByLabel}
              value={value.reference}
              options={numeric
                .filter((one) => one.value !== sensor)
                .map(({ value: of, label }) => ({ value: of, label }))}
              onChange={(reference) => onChange({ ...value, reference })}
            />
          </Labelled>
          <Checkbox
            checked={value.absolute}
            onChange={(event) => onChange({ ...value, absolute: event.target.checked })}
          >
            {words.absolute}
          </Checkbox>
        </>
      )}
      <Labelled label={words.deadband}>
        <InputNumber<number>
          value={value.deadband}
          min={0}
          suffix={unitText(unit)}
          onChange={(deadband) => onChange({ ...value, deadband: deadband ?? 0 })}
        />
      </Labelled>
      <Labelled label={words.offDelay}>
        <InputNumber<number>
          value={value.off_delay_seconds}
          min={0}
          max={86_400}
          precision={0}
          placeholder={words.asDelay}
          onChange={(off_delay_seconds) => onChange({ ...value, off_delay_seconds })}
        />
      </Labelled>
      <Grid gridColumn="1 / -1" columns="repeat(auto-fill, minmax(180px, 1fr))" gap="8px 16px">
        <Labelled label={words.onlyWhile} error={errors.gate && words.inputGate}>
          <Select
            showSearch={searchByLabel}
            value={gate?.sensor_id ?? always}
            options={[
              { value: always, label: words.always },
              ...sensors.map(({ value: of, label }) => ({ value: of, label })),
            ]}
            onChange={pickGate}
          />
        </Labelled>
        {gate && gate.sign !== null && (
          <>
            <Labelled label={words.sign}>
              <Select
                value={gate.sign}
                options={signs.map((one) => ({ value: one, label: one }))}
                onChange={(next) => onChange({ ...value, only_while: { ...gate, sign: next } })}
              />
            </Labelled>
            <Labelled label={words.value}>
              <InputNumber<number>
                value={gate.value}
                suffix={unitText(gate.unit ?? gateSensor?.unit ?? '')}
                onChange={(next) =>
                  onChange({
                    ...value,
                    only_while: { ...gate, value: next, unit: typedUnit(gate.unit, gateSensor?.unit) },
                  })
                }
              />
            </Labelled>
          </>
        )}
        {gate && gate.sign === null && (
          <Labelled label={words.state}>
            <Input
              value={gate.state ?? ''}
              maxLength={80}
              onChange={(event) => onChange({ ...value, only_while: { ...gate, state: event.target.value } })}
            />
          </Labelled>
        )}
        {gate && (
          <Labelled label={words.forSeconds}>
            <InputNumber<number>
              value={gate.for_seconds}
              min={0}
              max={86_400}
              precision={0}
              onChange={(next) => onChange({ ...value, only_while: { ...gate, for_seconds: next ?? 0 } })}
            />
          </Labelled>
        )}
      </Grid>
    </Grid>
  );
};
