import { toUnit } from '@tocsin/contract/convertible-units';
import type { ResponseFields } from '@tocsin/contract/responses';
import type { Warning } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { ruleSentence, texts as ruleTexts, unfinishedSentence } from '@tocsin/contract/texts/warning-rules';
import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { Age } from '../../../ui/age.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Labelled } from '../../../ui/labelled.tsx';
import { Grid, Row, Text } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { unitText } from '../../../ui/value.ts';
import { type DraftErrors, type RuleSensor, typedUnit, type WarningDraft } from '../model.ts';
import type { PreviewedRule } from '../rule-preview.ts';
import { PriorityAndResponse } from './priority-and-response.tsx';
import { RuleConditions } from './rule-conditions.tsx';
import { RulePreview } from './rule-preview.tsx';
import css from './warning-row.module.css';

const words = texts.warnings;

interface Props {
  readonly device: number;
  readonly draft: WarningDraft;
  readonly errors: DraftErrors;
  /** The server's error for this row. */
  readonly refused: string | null;
  /** Its stored value while another one is typed. */
  readonly was: string | null;
  readonly sensors: readonly RuleSensor[];
  readonly signs: readonly Warning['sign'][];
  /** Whether it was just added, so that it gets the focus. */
  readonly isNew: boolean;
  /** The values of the sensor, which apply to empty fields. */
  readonly inherited: ResponseFields | undefined;
  readonly onChange: (draft: WarningDraft) => void;
  readonly onRemove: () => void;
}

/** One rule: a sensor above, below or at a value for a number of seconds. */
export const WarningRow = ({
  device,
  draft,
  errors,
  refused,
  was,
  sensors,
  signs,
  isNew,
  inherited,
  onChange,
  onRemove,
}: Props) => {
  const sensor = sensors.find((one) => one.value === draft.sensor);
  const unit = draft.conditions.unit ?? sensor?.unit ?? '';
  const isOtherUnit = sensor?.isNumeric === true && !toUnit(sensor.unit, unit);
  const [isOpen, setIsOpen] = useState(false);
  const sentence = sentenceOf(draft, sensors);
  const since = draft.cannotEvaluateSince ?? null;
  return (
    <Grid
      surface
      columns="minmax(0, 1fr) 90px 130px 110px 32px"
      align="start"
      gap="4px 16px"
      padding="12px 16px"
      className={`${css.row} ${refused ? css.refused : ''}`}
    >
      <Labelled label={words.sensor} className={css.sensor} error={errors.sensor && words.pickSensor}>
        <Select
          autoFocus={isNew}
          showSearch={searchByLabel}
          value={draft.sensor}
          placeholder={words.sensorExample}
          status={errors.sensor ? 'error' : ''}
          onChange={(path) =>
            onChange({
              ...draft,
              sensor: path,
              conditions: {
                ...draft.conditions,
                unit: sensors.find((one) => one.value === path)?.unit ?? draft.conditions.unit,
              },
            })
          }
          options={sensors.filter((one) => one.isNumeric).map(({ value, label }) => ({ value, label }))}
        />
      </Labelled>
      <Labelled label={words.sign} error={errors.sign && words.pickSign}>
        <Select
          value={draft.sign}
          status={errors.sign ? 'error' : ''}
          onChange={(sign) => onChange({ ...draft, sign })}
          options={signs.map((value) => ({ value, label: value }))}
        />
      </Labelled>
      <Labelled label={words.value} error={errors.value && words.inputValue}>
        <InputNumber
          value={draft.value}
          status={errors.value ? 'error' : ''}
          placeholder={words.valueExample}
          suffix={unitText(unit)}
          onChange={(value) =>
            onChange({
              ...draft,
              value,
              conditions: { ...draft.conditions, unit: typedUnit(draft.conditions.unit, sensor?.unit) },
            })
          }
        />
      </Labelled>
      <Labelled label={words.delay} error={errors.delay && words.inputDelay}>
        <InputNumber
          value={draft.delay}
          min={0}
          max={86_400}
          precision={0}
          placeholder="60"
          status={errors.delay ? 'error' : ''}
          onChange={(delay) => onChange({ ...draft, delay })}
        />
      </Labelled>
      <IconButton icon="trash" label={words.remove} onClick={onRemove} />
      <p className={css.sentence}>
        {sentence ?? words.unfinished} {was !== null && <b>{words.was(was)}</b>}
      </p>
      {isOtherUnit && (
        <p className={css.stopped}>
          <Icon name="brokenLink" /> {words.otherUnit(unitText(unit), unitText(sensor.unit))}
        </p>
      )}
      {since !== null && (
        <p className={css.stopped}>
          <Icon name="brokenLink" /> {ruleTexts.unevaluated.title} <Age at={since} now={Date.now} phrase="for" />
        </p>
      )}
      <Text as="details" gridColumn="1 / -1" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <Row as="summary" inline gap={12} tone="quiet" align="stretch">
          {words.more}
          {draft.response.priority && <PriorityTag priority={draft.response.priority} />}
        </Row>
        {isOpen && draft.sensor !== null && (
          <RulePreview device={device} sensor={draft.sensor} rule={previewOf(draft, sensor?.unit ?? unit)} />
        )}
        <RuleConditions
          sensor={draft.sensor}
          sensors={sensors}
          value={draft.conditions}
          errors={errors}
          onChange={(conditions) =>
            onChange({ ...draft, conditions, sign: conditions.kind === 'flat' ? '<' : draft.sign })
          }
        />
        <PriorityAndResponse
          value={draft.response}
          inherited={inherited}
          onChange={(response) => onChange({ ...draft, response })}
        />
      </Text>
      {refused && (
        <Text tone="alarm" size={12} line={16}>
          {refused}
        </Text>
      )}
    </Grid>
  );
};

/** The rule as a sentence, with blanks while it is incomplete; null if there is not enough for a sentence. */
function sentenceOf(draft: WarningDraft, sensors: readonly RuleSensor[]): string | null {
  const { sign, value, delay, conditions } = draft;
  const sensor = sensors.find((one) => one.value === draft.sensor);
  if (sign !== null && conditions.kind === 'value' && (!sensor || value === null || delay === null))
    return unfinishedSentence(sensor?.name ?? null, {
      sign,
      value,
      unit: conditions.unit ?? sensor?.unit ?? '',
      delay_seconds: delay,
    });
  if (!sensor || sign === null || value === null || delay === null) return null;
  const gate = conditions.only_while;
  const gateSensor = sensors.find((one) => one.value === gate?.sensor_id);
  return ruleSentence(sensor.name, {
    ...conditions,
    sign,
    value,
    delay_seconds: delay,
    unit: conditions.unit ?? sensor.unit,
    reference: sensors.find((one) => one.value === conditions.reference)?.name ?? null,
    only_while: gate && { ...gate, name: gateSensor?.name ?? null, unit: gate.unit ?? gateSensor?.unit ?? '' },
  });
}

/** A complete value rule in the displayed unit, for its preview; null for other kinds. */
function previewOf({ sign, value, delay, conditions }: WarningDraft, shownUnit: string): PreviewedRule | null {
  const shown = toUnit(conditions.unit ?? shownUnit, shownUnit);
  if (conditions.kind !== 'value' || sign === null || value === null || delay === null || !shown) return null;
  const offDelayMs = (conditions.off_delay_seconds ?? delay) * 1_000;
  return {
    sign,
    value: shown.k * value + shown.c,
    delayMs: delay * 1_000,
    offDelayMs,
    deadband: shown.k * conditions.deadband,
  };
}
