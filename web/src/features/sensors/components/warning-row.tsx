import type { Warning } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { InputNumber, Select } from 'antd';
import { IconButton } from '../../../ui/button.tsx';
import { Labelled } from '../../../ui/labelled.tsx';
import { unitText } from '../../../ui/value.ts';
import type { DraftErrors, WarningDraft } from '../model.ts';
import css from './warning-row.module.css';

const words = texts.warnings;

interface Props {
  readonly draft: WarningDraft;
  readonly errors: DraftErrors;
  /** The server's error for this row. */
  readonly refused: string | null;
  readonly sensors: readonly { readonly value: string; readonly label: string; readonly unit: string }[];
  readonly signs: readonly Warning['sign'][];
  readonly onChange: (draft: WarningDraft) => void;
  readonly onRemove: () => void;
}

/** One rule: a sensor above, below or at a value for a number of seconds. */
export const WarningRow = ({ draft, errors, refused, sensors, signs, onChange, onRemove }: Props) => {
  const unit = sensors.find((sensor) => sensor.value === draft.sensor)?.unit ?? '';
  return (
    <div className={`${css.row} ${refused ? css.refused : ''}`}>
      <Labelled label={words.sensor} className={css.sensor} error={errors.sensor && words.pickSensor}>
        {(id) => (
          <Select
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            value={draft.sensor}
            placeholder={words.sensor}
            status={errors.sensor ? 'error' : ''}
            onChange={(sensor) => onChange({ ...draft, sensor })}
            options={sensors.map(({ value, label }) => ({ value, label }))}
          />
        )}
      </Labelled>
      <Labelled label={words.sign} error={errors.sign && words.pickSign}>
        {(id) => (
          <Select
            id={id}
            value={draft.sign}
            status={errors.sign ? 'error' : ''}
            onChange={(sign) => onChange({ ...draft, sign })}
            options={signs.map((value) => ({ value, label: value }))}
          />
        )}
      </Labelled>
      <Labelled label={words.value} error={errors.value && words.inputValue}>
        {(id) => (
          <InputNumber
            id={id}
            value={draft.value}
            status={errors.value ? 'error' : ''}
            suffix={unitText(unit)}
            onChange={(value) => onChange({ ...draft, value })}
          />
        )}
      </Labelled>
      <Labelled label={words.delay} error={errors.delay && words.inputDelay}>
        {(id) => (
          <InputNumber
            id={id}
            value={draft.delay}
            min={0}
            max={86_400}
            precision={0}
            status={errors.delay ? 'error' : ''}
            onChange={(delay) => onChange({ ...draft, delay })}
          />
        )}
      </Labelled>
      <IconButton icon="trash" label={words.remove} onClick={onRemove} />
      {refused && <span className={css.error}>{refused}</span>}
    </div>
  );
};
