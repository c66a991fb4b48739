import { useQuery } from '@tanstack/react-query';
import { type ShelfReason, shelfReasons } from '@tocsin/contract/shelves';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/shelves';
import { Checkbox, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { deviceQuery } from '../../domain/plant.ts';
import { shownNow } from '../../live/clock.ts';
import { askShelve, type ShelveTarget } from '../../live/shelving.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { useTicking } from '../../ui/tick.ts';
import { browserZone, momentText, zonedMinuteText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import { useTablet } from '../../ui/use-media.ts';
import { LastDay } from './last-day.tsx';
import { durationsWithin, durationText, limitMinutes } from './model.ts';
import { createShelf, rulesQuery } from './queries.ts';
import css from './shelves.module.css';

const longest = 1_500;
const defaultMinutes = 60;

/** A rule in the list of what can be shelved: '> 65 °C'. */
const ruleLabel = (rule: { readonly sign: string; readonly value: number; readonly unit: string }): string =>
  `${rule.sign} ${rule.value} ${rule.unit}`.trim();

/** Shelves a rule, or the alarms and warnings of a sensor or device, with a reason and an end. */
export const ShelveForm = ({ target }: { readonly target: ShelveTarget }) => {
  const [rule, setRule] = useState(target.rule);
  const [coversAlarms, setCoversAlarms] = useState(target.isAlarm);
  const [reasonCode, setReasonCode] = useState<ShelfReason>('chattering');
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(defaultMinutes);
  const [isSent, setSent] = useState(false);
  const device = useQuery(deviceQuery(target.device)).data;
  const rules = useQuery(rulesQuery(target.device)).data?.results ?? [];
  const limit = limitMinutes(device);
  const zone = device?.timezone ?? browserZone();
  // On a wide page it is beside the list, so that new alarms stay visible.
  const beside = !useTablet();
  const moment = useTicking(() => momentText(shownNow() + minutes * 60_000, shownNow(), zone));
  const clock = useTicking(() => zonedMinuteText(shownNow() + minutes * 60_000, zone));
  const ends = { moment, clock: minutes < 1_440 ? clock : moment };
  const ofSensor = rules.filter((one) => one.sensor_id === target.sensor);
  const close = (): void => askShelve(null);
  const { run, busy, failure, clear } = useAction(
    () =>
      createShelf({
        device: target.device,
        ...(rule === null ? { sensor: target.sensor, node: target.node } : { rule }),
        covers_alarms: rule === null && coversAlarms,
        reason_code: reasonCode,
        reason: reason.trim(),
        minutes,
      }),
    {
      fails: 'here',
      toast: texts.done(readerWords(target.title)),
      refetches: [['shelves'], ['notification-log']],
      refetchesAnyway: true,
      onDone: close,
    },
  );
  const isMissing = isSent && reason.trim() === '';
  const wrong = isMissing ? texts.reasonMissing : failure;
  const send = (): void => {
    setSent(true);
    if (reason.trim() !== '') run();
  };
  return (
    <FormDialog
      title={texts.shelveThis(readerWords(target.title))}
      verb={texts.shelveUntil(ends.clock)}
      busy={busy}
      onSubmit={send}
      onClose={close}
      width={beside ? 460 : 520}
      beside={beside ? css.beside : undefined}
    >
      <Stack gap={12}>
        <LastDay target={target} />
        {/* Rendered before the rules are loaded, so that nothing moves when they arrive. */}
        {target.sensor !== null && (
          <Stack as="label" gap={4} weight={550} htmlFor="shelve-rule">
            {texts.what}
            <Select<number>
              id="shelve-rule"
              value={rule ?? 0}
              options={[
                { value: 0, label: texts.warningsOf },
                ...ofSensor.map((one) => ({ value: one.id, label: ruleLabel(one) })),
              ]}
              onChange={(next) => setRule(next === 0 ? null : next)}
            />
          </Stack>
        )}
        {rule === null && (
          <Checkbox checked={coversAlarms} onChange={(event) => setCoversAlarms(event.target.checked)}>
            {texts.coversAlarms}
          </Checkbox>
        )}
        {rule === null && coversAlarms && (
          <Text as="p" margin={0} padding="8px 12px" borderLeft="3px solid var(--brand)" background="var(--sunken)">
            {texts.device}
          </Text>
        )}
        <Stack as="label" gap={4} weight={550} htmlFor="shelve-reason-code">
          {texts.reasonCode}
          <Select<ShelfReason>
            id="shelve-reason-code"
            value={reasonCode}
            options={shelfReasons.map((value) => ({ value, label: texts.reasons[value] }))}
            onChange={setReasonCode}
          />
        </Stack>
        <Stack as="label" gap={4} weight={550} htmlFor="shelve-reason">
          {texts.reason}
          <Input.TextArea
            id="shelve-reason"
            value={reason}
            maxLength={longest}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => {
              setReason(event.target.value);
              clear();
            }}
            {...(wrong === null ? {} : { status: 'error' as const })}
          />
        </Stack>
        <Stack as="fieldset" gap={4} margin={0} padding={0} border={0} className={css.durations}>
          <legend>{texts.duration}</legend>
          <Radio.Group
            value={minutes}
            optionType="button"
            options={durationsWithin(limit).map((value) => ({ value, label: durationText(value) }))}
            onChange={(event) => setMinutes(event.target.value)}
          />
        </Stack>
        {wrong === null ? (
          <Text as="p" tone="faint" size={12}>
            {texts.endsAt(ends.moment)} {texts.limit(durationText(limit))} {texts.help}
          </Text>
        ) : (
          <Text as="p" tone="alarm" role="alert">
            {wrong}
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
};
