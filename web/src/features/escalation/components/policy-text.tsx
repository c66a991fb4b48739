import type { Policy } from '@tocsin/contract/escalation';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/layout.tsx';
import { type PolicyForm, sentenceOf, whenText, whoText } from '../model.ts';
import css from './policies.module.css';
import { gapText } from './preview-steps.tsx';

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

/** A policy as a sentence and a timeline, with the targets that would notify nobody. */
export const PolicyText = ({ policy, place }: Props) => (
  <>
    <p>{sentenceOf(policy, { place })}</p>
    <Text as="ol" margin="12px 0 8px" padding={0} listStyle="none" className={css.timeline}>
      {policy.steps.map((step) => (
        <li key={step.after_minutes}>
          <span className={css.when}>{whenText(step.after_minutes)}</span>
          <Text
            as="div"
            position="relative"
            minWidth={0}
            paddingBottom={14}
            overflowWrap="anywhere"
            className={css.found}
          >
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
          </Text>
        </li>
      ))}
      <li>
        <span className={css.when} />
        <Text
          as="div"
          position="relative"
          minWidth={0}
          paddingBottom={14}
          overflowWrap="anywhere"
          className={css.found}
        >
          {texts.repeats(policy.repeats, policy.repeat_after_minutes)}; {texts.end}
          <small>{policy.goes_on_after_clearing ? texts.goesOn : texts.stops}</small>
        </Text>
      </li>
    </Text>
  </>
);
