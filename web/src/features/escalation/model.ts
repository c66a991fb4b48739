import type { EscalatedType, Policy } from '@tocsin/contract/escalation';
import type { DutyCandidate, Rotation } from '@tocsin/contract/on-call';
import type { Preview, PreviewStep } from '@tocsin/contract/on-call-preview';
import type { Priority } from '@tocsin/contract/priority';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import type { Webhook } from '@tocsin/contract/webhooks';
import { moved } from '../../domain/moved.ts';

/** A step in the form, with separate lists of people, rotations and webhooks. */
export interface StepForm {
  readonly after_minutes: number | null;
  readonly everybody: boolean;
  readonly people: readonly number[];
  readonly rotations: readonly number[];
  readonly webhooks: readonly number[];
}

/** Choice that stands for all sites of the client. */
export const allSites = 0;

export interface PolicyForm {
  readonly title: string;
  readonly location: number;
  readonly event_types: readonly EscalatedType[];
  readonly least_priority: Priority;
  /** Empty: all devices. */
  readonly devices: readonly number[];
  readonly steps: readonly StepForm[];
  readonly repeats: number;
  readonly repeat_after_minutes: number;
  readonly goes_on_after_clearing: boolean;
}

type Target = Policy['steps'][number]['targets'][number];

/** The form's values for a policy, or for a new one at a site. */
export const formOfPolicy = (policy: Policy | null, site: number | null): PolicyForm => {
  if (policy === null)
    return {
      title: '',
      location: site ?? allSites,
      event_types: ['alarm_on'],
      least_priority: 'low',
      devices: [],
      steps: [{ after_minutes: 0, everybody: false, people: [], rotations: [], webhooks: [] }],
      repeats: 2,
      repeat_after_minutes: 10,
      goes_on_after_clearing: true,
    };
  const idsOf = (targets: readonly Target[], kind: Target['kind']) =>
    targets.filter((target) => target.kind === kind).map(({ id }) => id);
  return {
    title: policy.title,
    location: policy.location ?? allSites,
    event_types: policy.event_types,
    least_priority: policy.least_priority,
    devices: policy.devices ?? [],
    steps: policy.steps.map(({ after_minutes, everybody, targets }) => ({
      after_minutes,
      everybody,
      people: idsOf(targets, 'person'),
      rotations: idsOf(targets, 'rotation'),
      webhooks: idsOf(targets, 'webhook'),
    })),
    repeats: policy.repeats,
    repeat_after_minutes: policy.repeat_after_minutes,
    goes_on_after_clearing: policy.goes_on_after_clearing,
  };
};

/** The form's values as API input, without the site, which never changes. */
export const inputOfPolicy = ({ location: _, devices, steps, ...rest }: PolicyForm) => ({
  ...rest,
  event_types: [...rest.event_types],
  devices: devices.length === 0 ? null : [...devices],
  steps: steps.map(({ after_minutes, everybody, people, rotations, webhooks }) => ({
    after_minutes: after_minutes ?? 0,
    everybody,
    targets: [
      ...people.map((id) => ({ kind: 'person' as const, id })),
      ...rotations.map((id) => ({ kind: 'rotation' as const, id })),
      ...webhooks.map((id) => ({ kind: 'webhook' as const, id })),
    ],
  })),
});

/** Text of the first error in the steps of a form; undefined: none. */
export const wrongSteps = (steps: readonly StepForm[]): string | undefined => {
  const isWhole = (step: StepForm) =>
    step.after_minutes !== null && step.people.length + step.rotations.length + step.webhooks.length > 0;
  if (!steps.every(isWhole)) return texts.fields.stepsMissing;
  const isInOrder = steps.every((step, n) => n === 0 || (step.after_minutes ?? 0) > (steps[n - 1]?.after_minutes ?? 0));
  return isInOrder ? undefined : texts.fields.stepsOrder;
};

/** The steps with one moved: the times keep their order, and the targets move. */
export const movedStep = (steps: readonly StepForm[], from: number, to: number): readonly StepForm[] =>
  moved(steps, from, to).map((step, n) => ({ ...step, after_minutes: steps[n]?.after_minutes ?? null }));

/** The steps with an empty one at the end. */
export const withStep = (steps: readonly StepForm[]): readonly StepForm[] => {
  const last = steps.at(-1)?.after_minutes ?? null;
  const after_minutes = last === null ? 0 : last + 10;
  return [...steps, { after_minutes, everybody: false, people: [], rotations: [], webhooks: [] }];
};

interface Named {
  /** Title of the site or client that the policy serves. */
  readonly place: string;
}

/** First half of a policy's sentence: the events to which it applies. */
export const sentenceOf = (
  policy: Pick<PolicyForm, 'event_types' | 'least_priority'> & { readonly devices: readonly number[] | null },
  { place }: Named,
): string =>
  texts.sentence(
    policy.event_types.map((type) => texts.eventsInSentence[type]),
    priorityText(policy.least_priority),
    policy.devices === null || policy.devices.length === 0
      ? texts.allDevices
      : texts.someDevices(policy.devices.length),
    place,
  );

const priorityText = (priority: Priority): string => {
  if (priority === 'low') return texts.anyPriority;
  return priority === 'critical' ? texts.onlyCritical : texts.priorityFrom(priority);
};

/** 'at once', 'after 10 min'. */
export const whenText = (minutes: number): string => (minutes === 0 ? texts.atOnce : texts.after(minutes));

const wordsOf: Readonly<Record<Target['kind'], (name: string) => string>> = {
  person: (name) => name,
  rotation: texts.onDuty,
  webhook: texts.webhook,
};

/** Text with the targets of a step. */
export const whoText = (targets: readonly Pick<Target, 'kind' | 'name'>[]): string =>
  texts.targets(targets.map(({ kind, name }) => wordsOf[kind](name)));

/** Choices for the targets of a step: people, rotations and webhooks, including those that the policy already has. */
export const choicesOf = (
  policy: Policy | null,
  people: readonly DutyCandidate[],
  rotations: readonly Rotation[],
  webhooks: readonly Webhook[],
  location: number,
) => {
  const had = policy?.steps.flatMap((step) => step.targets) ?? [];
  const serves = (one: { readonly location: number | null }) =>
    one.location === null || Number(one.location) === location;
  const usable = rotations.filter(serves);
  const withPresent = (kind: Target['kind'], listed: readonly { readonly id: number; readonly name: string }[]) => {
    const names = new Map(had.filter((target) => target.kind === kind).map(({ id, name }) => [id, name]));
    for (const { id, name } of listed) names.set(id, name);
    return [...names].map(([value, label]) => ({ value, label }));
  };
  return {
    people: withPresent('person', people),
    rotations: withPresent(
      'rotation',
      usable.map(({ id, title }) => ({ id, name: title })),
    ),
    webhooks: withPresent(
      'webhook',
      webhooks.filter(serves).map(({ id, title }) => ({ id, name: title })),
    ),
  };
};

/** Choices of devices; if the policy serves several sites, each label includes the site. */
export const deviceChoices = (
  devices: readonly { readonly id: number; readonly title: string; readonly location_title: string }[],
  site: number | null,
) =>
  devices.map(({ id, title, location_title: place }) => ({
    value: id,
    label: site === null ? `${title} (${place})` : title,
  }));

/** First minutes of the columns of the overview. */
export const matrixColumns = [0, 5, 15, 30] as const;

export const isReaching = ({ people, webhooks }: PreviewStep): boolean => people.length + webhooks.length > 0;
/** Whether anybody at all is told of an event, now or later. */
export const reachesSomebody = ({ steps, told }: Preview): boolean => told.length > 0 || steps.some(isReaching);
/** Whether an urgent alarm reaches people by nothing faster than e-mail, which wakes nobody. */
export const isMailOnly = (preview: Preview): boolean => {
  const { event_type: type, priority, steps, told } = preview;
  const isFast = (step: PreviewStep): boolean =>
    step.webhooks.length > 0 || step.people.some(({ methods }) => methods.some((method) => method !== 'email'));
  const isUrgent = type === 'alarm_on' && (priority === 'critical' || priority === 'high');
  return isUrgent && reachesSomebody(preview) && !steps.some(isFast) && told.every(({ method }) => method === 'email');
};
/** What is wrong in a preview: targets that reach nobody, that nobody is told at all, or an urgent one by e-mail only. */
export const gapsIn = (preview: Preview): number => {
  const gaps = preview.steps.reduce((count, step) => count + step.gaps.length, 0);
  return reachesSomebody(preview) ? gaps + Number(isMailOnly(preview)) : Math.max(1, gaps);
};
/** Minutes after the event at which a step comes. */
export const minutesOf = (step: Pick<PreviewStep, 'at'>, { at }: Pick<Preview, 'at'>): number =>
  Math.round((Date.parse(step.at) - Date.parse(at)) / 60_000);

/** The column of the overview in which so many minutes fall. */
const isInColumn = (minutes: number, column: number): boolean =>
  minutes >= (matrixColumns[column] ?? 0) && minutes < (matrixColumns[column + 1] ?? Number.POSITIVE_INFINITY);
export const toldInColumn = ({ told }: Preview, column: number): Preview['told'] =>
  told.filter((one) => isInColumn(one.after_minutes, column));

/** The steps of a preview by the columns of the overview; repeats of a policy are left out once it has been through. */
export const stepsByColumn = ({ at, steps }: Pick<Preview, 'at' | 'steps'>): readonly (readonly PreviewStep[])[] =>
  matrixColumns.map((_, column) =>
    steps.filter(
      (step) => isInColumn(minutesOf(step, { at }), column) && (step.round === 0 || column < matrixColumns.length - 1),
    ),
  );
