import type { StepGap } from '@tocsin/contract/escalation';
import type { Preview, PreviewPerson, PreviewStep } from '@tocsin/contract/on-call-preview';
import { texts as all } from '@tocsin/contract/texts/escalation-policies';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/layout.tsx';
import { dayMinuteText, minuteText } from '../../../ui/time.ts';
import { wallFields } from '../../../ui/zone.ts';
import card from './card.module.css';
import css from './policies.module.css';

const texts = all.preview;

/** Sentence that says why a target would notify nobody. */
export const gapText = ({ kind, name, gap }: Pick<StepGap, 'kind' | 'name' | 'gap'>): string =>
  all.gap[kind][gap](name);

const methodIcons = { email: 'mail', push: 'bell', sms: 'text', webhook: 'connect' } as const;

const Method = ({ method }: { readonly method: keyof typeof methodIcons }) => (
  <Text
    padding="0 6px"
    border="1px solid var(--line)"
    borderRadius="var(--r-pill)"
    size={12}
    whiteSpace="nowrap"
    className={css.method}
  >
    <Icon name={methodIcons[method]} size={12} /> {texts.methods[method]}
  </Text>
);

const Person = ({ person, isShort }: { readonly person: PreviewPerson; readonly isShort: boolean }) => (
  <div>
    <b>{person.name}</b>{' '}
    {person.methods.map((method) => (
      <Method key={method} method={method} />
    ))}
    {!isShort && (
      <small>
        {person.rotations.length > 0 ? texts.byRotation(person.rotations) : texts.named}
        {person.method === null && `; ${texts.spared}`}
      </small>
    )}
  </div>
);

/** Whom a step reaches and by what, with its gaps; without a zone, names and methods alone. */
export const Reached = ({ step, zone }: { readonly step: PreviewStep; readonly zone?: string }) => (
  <>
    {step.people.map((person) => (
      <Person key={person.id} person={person} isShort={zone === undefined} />
    ))}
    {step.webhooks.map(({ id, name, confirmed_at, is_spared }) => (
      <div key={id}>
        <b>{name}</b> <Method method="webhook" />
        {zone !== undefined && (
          <small>
            {confirmed_at === null
              ? texts.webhookNever
              : texts.webhookConfirmed(dayMinuteText(Date.parse(confirmed_at), zone))}
            {is_spared && `; ${texts.spared}`}
          </small>
        )}
      </div>
    ))}
    {step.people.length + step.webhooks.length === 0 && <b>{texts.nobody}</b>}
    {step.gaps.map((gap) => (
      <p key={`${gap.kind} ${gap.id}`} className={css.gap}>
        <Icon name="warning" size={14} /> {gapText(gap)}
      </p>
    ))}
  </>
);

const Step = ({ step, at, zone }: { readonly step: PreviewStep; readonly at: string; readonly zone: string }) => (
  <li>
    <time dateTime={step.at}>{at}</time>
    <Text as="div" position="relative" minWidth={0} paddingBottom={14} overflowWrap="anywhere" className={css.found}>
      <Reached step={step} zone={zone} />
      <small>
        {texts.inPolicy(step.policy_title, step.round)}
        {step.everybody && `; ${texts.everybody}`}
      </small>
    </Text>
  </li>
);

interface Props {
  readonly preview: Preview;
  readonly zone: string;
}

/** The number of targets in a preview that reach nobody. */
export const gapsIn = ({ steps }: Preview): number => steps.reduce((count, step) => count + step.gaps.length, 0);

/** The steps of a preview as a timeline, with its gaps and its end. */
export const PreviewSteps = ({ preview, zone }: Props) => {
  const day = wallFields(Date.parse(preview.at), zone).date;
  const timeOf = (iso: string): string => {
    const at = Date.parse(iso);
    return wallFields(at, zone).date === day ? minuteText(at, zone) : dayMinuteText(at, zone);
  };
  const gaps = gapsIn(preview);
  return (
    <>
      <p className={card.quiet}>
        {texts.priority}: <PriorityTag priority={preview.priority} />
      </p>
      {preview.is_suspended && <p className={css.gap}>{texts.suspended}</p>}
      {preview.policies.length === 0 && <p>{texts.none}</p>}
      {preview.steps.length > 0 && (
        <Text
          as="ol"
          margin="12px 0 8px"
          padding={0}
          listStyle="none"
          className={css.timeline}
          aria-label={texts.steps}
        >
          {preview.steps.map((step) => (
            <Step key={`${step.policy} ${step.round} ${step.step}`} step={step} at={timeOf(step.at)} zone={zone} />
          ))}
        </Text>
      )}
      {preview.left_off > 0 && <p className={card.quiet}>{texts.leftOff(preview.left_off)}</p>}
      {preview.policies.map(({ id, title, over_at }) => (
        <p key={id} className={card.quiet}>
          {texts.over(title, timeOf(over_at))}
        </p>
      ))}
      {preview.steps.length > 0 && (
        <p className={gaps > 0 ? css.gap : css.fine}>
          <Icon name={gaps > 0 ? 'warning' : 'tick'} size={16} /> {gaps > 0 ? texts.gaps(gaps) : texts.fine}
        </p>
      )}
    </>
  );
};
