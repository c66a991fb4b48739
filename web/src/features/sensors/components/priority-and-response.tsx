import { type Priority, priorities } from '@tocsin/contract/priority';
import { type ResponseFields, respondWithinAtMost, responseTextLength } from '@tocsin/contract/responses';
import { texts } from '@tocsin/contract/texts/responses';
import { texts as status } from '@tocsin/contract/texts/status';
import { Input, InputNumber, Select } from 'antd';
import { Labelled } from '../../../ui/labelled.tsx';
import { Grid } from '../../../ui/layout.tsx';
import css from './priority-and-response.module.css';

interface Props {
  readonly value: ResponseFields;
  /** For a rule: the values of its sensor, which apply to empty fields. */
  readonly inherited?: ResponseFields | undefined;
  readonly onChange: (value: ResponseFields) => void;
}

/** antd's Select does not accept null. */
const usual = 'usual';

const fields = [
  ['what_to_do', texts.whatToDo],
  ['likely_cause', texts.likelyCause],
  ['consequence', texts.consequence],
] as const;

/** Priority and response text of a sensor or a warning rule; empty fields of a rule inherit from its sensor. */
export const PriorityAndResponse = ({ value, inherited, onChange }: Props) => {
  const ofSensor = inherited?.priority ?? null;
  const options = [
    { value: usual, label: ofSensor === null ? texts.usualPriority : texts.ofSensor(status.priorities[ofSensor]) },
    ...priorities.map((priority) => ({ value: priority, label: status.priorities[priority] })),
  ];
  return (
    <Grid columns="repeat(auto-fit, minmax(min(220px, 100%), 1fr))" gap="8px 16px" padding="8px 0">
      <Labelled label={texts.priority}>
        <Select<Priority | typeof usual>
          value={value.priority ?? usual}
          options={options}
          onChange={(next) => onChange({ ...value, priority: next === usual ? null : next })}
        />
      </Labelled>
      <Labelled label={texts.respondWithin}>
        <InputNumber<number>
          className={css.minutes ?? ''}
          value={value.respond_within_minutes}
          min={1}
          max={respondWithinAtMost}
          precision={0}
          placeholder={inherited?.respond_within_minutes?.toString() ?? ''}
          onChange={(next) => onChange({ ...value, respond_within_minutes: next })}
        />
      </Labelled>
      {fields.map(([name, label]) => (
        <Labelled key={name} label={label} className={css.text}>
          <Input.TextArea
            value={value[name] ?? ''}
            maxLength={responseTextLength}
            autoSize={{ minRows: 1, maxRows: 6 }}
            placeholder={inherited?.[name] ?? ''}
            onChange={(event) => onChange({ ...value, [name]: event.target.value === '' ? null : event.target.value })}
          />
        </Labelled>
      ))}
    </Grid>
  );
};
