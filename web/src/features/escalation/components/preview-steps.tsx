import { Link } from '@tanstack/react-router';
import type { StepGap } from '@tocsin/contract/escalation';
import type { Preview, PreviewPerson, PreviewStep } from '@tocsin/contract/on-call-preview';
import { texts as all } from '@tocsin/contract/texts/escalation-policies';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { dayMinuteText, minuteText } from '../../../ui/time.ts';
import { wallFields } from '../../../ui/zone.ts';
import { isMailOnly } from '../model.ts';
import css from './policies.module.css';
import { Step, Steps } from './steps.tsx';

const texts = all.preview;

/** Sentence that says why a target would notify nobody. */
export const gapText = ({ kind, name, gap }: Pick<StepGap, 'kind' | 'name' | 'gap'>): string =>
  all.gap[kind][gap](name);

const methodIcons = { email: 'mail', push: 'bell', sms: 'text', webhook: 'connect' } as const;

const Method = ({ method }: { readonly method: keyof typeof methodIcons }) => (
  <Row as="span" inline gap={4} padding="0 6px" border="1px solid var(--line)" borderRadius="var(--r-pill)" size={12}>
    <Icon name={methodIcons[method]} size={12} /> {texts.methods[method]}
  </Row>
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
    {step.people.length + step.webhooks.length === 0 && (
      <b className={css.gap}>
        <Icon name="close" size={14} /> {texts.nobody}
      </b>
    )}
    {step.gaps.map((gap) => (
      <p key={`${gap.kind} ${gap.id}`} className={css.gap}>
        <Icon name="warning" size={14} /> {gapText(gap)}
      </p>
    ))}
  </>
);

/** Whom e-mail rules and webhooks tell besides the policies. */
export const Told = ({ told }: Pick<Preview, 'told'>) =>
  told.map(({ method, name, after_minutes, is_alternative }) => (
    <div key={`${method} ${name} ${after_minutes} ${is_alternative}`}>
      <b>{is_alternative ? all.matrix.alternative(name) : name}</b> <Method method={method} />
      {method === 'email' && (
        <Text as="div" tone="quiet" size={12}>
          {all.matrix.byRule}
        </Text>
      )}
    </div>
  ));

/** That an urgent alarm wakes nobody, and how to mend it. */
export const MailOnly = () => (
  <div>
    <p className={css.gap}>
      <Icon name="warning" size={14} /> {texts.mailOnly}
    </p>
    <Link to="/my-notifications">{texts.addFast}</Link>
  </div>
);

interface Props {
  readonly preview: Preview;
  readonly zone: string;
}

/** The steps of a preview in one row, with its gaps and its end. */
export const PreviewSteps = ({ preview, zone }: Props) => {
  const day = wallFields(Date.parse(preview.at), zone).date;
  const timeOf = (iso: string): string => {
    const at = Date.parse(iso);
    return wallFields(at, zone).date === day ? minuteText(at, zone) : dayMinuteText(at, zone);
  };
  const again = preview.steps.find(({ round }) => round > 0);
  const rounds = Math.max(0, ...preview.steps.map(({ round }) => round));
  const toldLater = Map.groupBy(preview.told, (one) => one.after_minutes);
  return (
    <>
      <Row wrap gap="4px 16px" tone="quiet">
        <span>
          {texts.priority}: <PriorityTag priority={preview.priority} />
        </span>
        {preview.policies.length === 0 && <span>{texts.none}</span>}
      </Row>
      {preview.is_suspended && <p className={css.gap}>{texts.suspended}</p>}
      <Steps label={texts.steps}>
        {[...toldLater].map(([minutes, told]) => (
          <Step key={`told ${minutes}`} at={timeOf(new Date(Date.parse(preview.at) + minutes * 60_000).toISOString())}>
            <Told told={told} />
          </Step>
        ))}
        {preview.steps
          .filter(({ round }) => round === 0)
          .map((step) => (
            <Step key={`${step.policy} ${step.step}`} at={timeOf(step.at)}>
              <Reached step={step} zone={zone} />
              <small>
                {texts.inPolicy(step.policy_title, 0)}
                {step.everybody && `; ${texts.everybody}`}
              </small>
            </Step>
          ))}
        {again && <Step at={timeOf(again.at)}>{all.matrix.again(rounds)}</Step>}
      </Steps>
      {isMailOnly(preview) && <MailOnly />}
      {preview.left_off > 0 && <p className={css.quiet}>{texts.leftOff(preview.left_off)}</p>}
      {preview.policies.map(({ id, title, over_at }) => (
        <p key={id} className={css.quiet}>
          {texts.over(title, timeOf(over_at))}
        </p>
      ))}
    </>
  );
};
