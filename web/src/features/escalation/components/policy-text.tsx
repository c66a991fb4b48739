import type { Policy } from '@tocsin/contract/escalation';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { Icon } from '../../../ui/icon.tsx';
import { type PolicyForm, sentenceOf, whenText, whoText } from '../model.ts';
import css from './policies.module.css';
import { gapText } from './preview-steps.tsx';
import { Step, Steps } from './steps.tsx';

type Shown = Pick<PolicyForm, 'event_types' | 'least_priority' | 'repeats' | 'repeat_after_minutes'> &
  Pick<PolicyForm, 'goes_on_after_clearing'> & {
    readonly devices: readonly number[] | null;
    readonly steps: readonly (Omit<Policy['steps'][number], 'targets'> & {
      readonly targets: readonly Pick<Policy['steps'][number]['targets'][number], 'kind' | 'id' | 'name' | 'gap'>[];
    })[];
  };

interface Props {
  readonly policy: Shown;
  readonly place: string;
}

/** A policy as a sentence and its steps, with the targets that would notify nobody. */
export const PolicyText = ({ policy, place }: Props) => (
  <>
    <p>{sentenceOf(policy, { place })}</p>
    <Steps>
      {policy.steps.map((step) => (
        <Step key={step.after_minutes} at={whenText(step.after_minutes)}>
          <b>{whoText(step.targets)}</b>
          <small>{step.everybody ? texts.everybody : texts.firstIsEnough}</small>
          {step.targets.map(
            ({ kind, id, name, gap }) =>
              gap !== null && (
                <p key={`${kind} ${id}`} className={css.gap}>
                  <Icon name="warning" size={14} /> {gapText({ kind, name, gap })}
                </p>
              ),
          )}
        </Step>
      ))}
    </Steps>
    <p>
      {texts.repeats(policy.repeats, policy.repeat_after_minutes)}; {texts.end}.{' '}
      {policy.goes_on_after_clearing ? texts.goesOn : texts.stops}
    </p>
  </>
);
