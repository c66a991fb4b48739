import { maxStepMinutes, mostSteps } from '@tocsin/contract/escalation';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { Checkbox, InputNumber, Select } from 'antd';
import { Button, IconButton } from '../../../ui/button.tsx';
import { inOrder } from '../../../ui/in-order.ts';
import { Row, Text } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { movedStep, type StepForm, withStep } from '../model.ts';
import css from './policies.module.css';

const t = texts.fields;

interface Choice {
  readonly value: number;
  readonly label: string;
}
interface Props {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: readonly StepForm[];
  readonly onChange?: (steps: readonly StepForm[]) => void;
  readonly people: readonly Choice[];
  readonly rotations: readonly Choice[];
  readonly webhooks: readonly Choice[];
}

/** Form field that adds, edits, moves and removes the steps of a policy. */
export const PolicySteps = ({ id, value = [], onChange, people, rotations, webhooks }: Props) => {
  const put = (n: number, change: Partial<StepForm>): void =>
    onChange?.(value.map((step, place) => (place === n ? { ...step, ...change } : step)));
  return (
    <div id={id} className={css.steps}>
      {inOrder(value, (step, n) => {
        const name = t.step(n + 1);
        return (
          // Identified by its position, because its time and people change while it is edited.
          <Text
            as="fieldset"
            margin={0}
            padding="8px 12px"
            border="1px solid var(--line)"
            borderRadius="var(--r-button)"
            className={css.step}
            aria-label={name}
          >
            <Row wrap justify="space-between" gap={8} paddingBottom={4}>
              <b>{name}</b>
              <span>
                <IconButton
                  icon="up"
                  label={t.up(n + 1)}
                  disabled={n === 0}
                  onClick={() => onChange?.(movedStep(value, n, n - 1))}
                />
                <IconButton
                  icon="down"
                  label={t.down(n + 1)}
                  disabled={n === value.length - 1}
                  onClick={() => onChange?.(movedStep(value, n, n + 1))}
                />
                <IconButton
                  icon="close"
                  label={t.out(n + 1)}
                  disabled={value.length === 1}
                  onClick={() => onChange?.(value.filter((_, place) => place !== n))}
                />
              </span>
            </Row>
            <InputNumber<number>
              aria-label={`${name}: ${t.after}`}
              prefix={t.after}
              min={0}
              max={maxStepMinutes}
              precision={0}
              value={step.after_minutes}
              onChange={(after_minutes) => put(n, { after_minutes })}
            />
            <Select<number[]>
              mode="multiple"
              aria-label={`${name}: ${t.people}`}
              placeholder={t.people}
              value={[...step.people]}
              showSearch={searchByLabel}
              options={[...people]}
              onChange={(ids) => put(n, { people: ids })}
            />
            <Select<number[]>
              mode="multiple"
              aria-label={`${name}: ${t.rotations}`}
              placeholder={t.rotations}
              value={[...step.rotations]}
              showSearch={searchByLabel}
              options={[...rotations]}
              onChange={(ids) => put(n, { rotations: ids })}
            />
            {webhooks.length > 0 && (
              <Select<number[]>
                mode="multiple"
                aria-label={`${name}: ${t.webhooks}`}
                placeholder={t.webhooks}
                value={[...step.webhooks]}
                showSearch={searchByLabel}
                options={[...webhooks]}
                onChange={(ids) => put(n, { webhooks: ids })}
              />
            )}
            <Checkbox checked={step.everybody} onChange={(event) => put(n, { everybody: event.target.checked })}>
              {t.everybody}
            </Checkbox>
          </Text>
        );
      })}
      <Button size="bar" icon="plus" disabled={value.length >= mostSteps} onClick={() => onChange?.(withStep(value))}>
        {t.addStep}
      </Button>
    </div>
  );
};
