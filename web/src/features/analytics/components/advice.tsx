import type { BadActors } from '@tocsin/contract/analytics';
import type { SignalSpan } from '@tocsin/contract/rehearsal-signal';
import { texts } from '@tocsin/contract/texts/analytics';
import { texts as rehearsal } from '@tocsin/contract/texts/rehearsal';
import { useState } from 'react';
import { type Settings, settingsOf } from '../../../domain/rehearsal/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { inOrder } from '../../../ui/in-order.ts';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { valueText } from '../../../ui/value.ts';
import type { FoundAdvice } from '../find-advice.ts';
import { type AdviceState, keyOf, useAdvice } from '../use-advice.ts';
import css from './advice.module.css';
import { AdviceDialog } from './advice-dialog.tsx';

const t = texts.bad.advice;
type Actor = BadActors['most_frequent'][number];

const adviceText = ({ advice, unit, days }: FoundAdvice): string => {
  const { settings, before, after, actedUpon } = advice;
  const delay = rehearsal.seconds(settings.delaySeconds);
  return t.inDays(
    rehearsal.advice(valueText(settings.deadband, unit), delay, after, before, actedUpon),
    rehearsal.days(days),
  );
};

const textOf = (state: AdviceState | undefined): string => {
  if (state === undefined) return t.waiting;
  switch (state.kind) {
    case 'trying':
      return t.trying(Math.round(state.share * 100));
    case 'failed':
      return state.message;
    case 'advice':
      return adviceText(state);
    default:
      return t[state.kind];
  }
};

interface LaneProps {
  readonly name: string;
  readonly settings: Settings;
  readonly spans: readonly SignalSpan[];
  readonly tried: FoundAdvice;
}

/** Settings, and a bar for each warning that they raised. */
const Lane = ({ name, settings, spans, tried }: LaneProps) => {
  const { from, to, unit } = tried;
  const now = settingsOf(tried.rule);
  const share = (ms: number): string => `${(ms / (to - from)) * 100}%`;
  return (
    <Stack gap={4}>
      <Row wrap gap={6} className={css.setting}>
        {name}: {t.deadband} <b data-new={settings.deadband !== now.deadband}>{valueText(settings.deadband, unit)}</b>
        {t.delay}{' '}
        <b data-new={settings.delaySeconds !== now.delaySeconds}>{rehearsal.seconds(settings.delaySeconds)}</b>
      </Row>
      <Row gap={8}>
        <span className={css.lane} aria-hidden="true">
          {inOrder(spans, (span) => (
            <i style={{ left: share(Math.max(0, span.from - from)), width: share((span.to ?? to) - span.from) }} />
          ))}
        </span>
        <Text weight={600} minWidth={24} textAlign="right">
          {spans.length}
        </Text>
      </Row>
    </Stack>
  );
};

type Rule = Actor & { readonly key: string };
/** Rules with the same result, in one line. */
const Others = ({ rules, says }: { readonly rules: readonly Rule[]; readonly says: string }) => (
  <Text as="p" tone="quiet" role="status">
    <b>{rules.map((rule) => `${rule.device}, ${rule.sensor_name} (${rule.warnings})`).join('; ')}</b>: {says}
  </Text>
);

/**
 * For each frequent warning the setting that would have reduced it, found by rehearsal, with a button to apply it; rules
 * without a better setting in a line.
 */
export const AdviceList = ({ rows }: { readonly rows: readonly Actor[] }) => {
  const rules = rows.flatMap((row) =>
    row.rule ? [{ ...row, key: keyOf({ device: row.device_id, rule: row.rule.id }) }] : [],
  );
  const { states, again } = useAdvice(
    rules.flatMap(({ rule, device_id }) => (rule ? [{ device: device_id, rule: rule.id }] : [])),
  );
  const [open, setOpen] = useState<{ readonly key: string; readonly device: number; readonly found: FoundAdvice }>();
  const [done, setDone] = useState<ReadonlyMap<string, string>>(new Map());
  const others = Map.groupBy(
    rules.filter(({ key }) => states.get(key)?.kind !== 'advice'),
    ({ key }) => textOf(states.get(key)),
  );
  return (
    <Stack gap={8}>
      <Grid
        as="ul"
        columns="repeat(auto-fill, minmax(min(100%, 300px), 1fr))"
        gap={12}
        margin={0}
        padding={0}
        listStyle="none"
      >
        {rules.map((rule) => {
          const found = states.get(rule.key);
          const what = done.get(rule.key);
          if (found?.kind !== 'advice') return null;
          return (
            <Stack as="li" key={rule.key} surface gap={10} padding="14px 18px" minWidth={0} overflowWrap="anywhere">
              <div>
                <Text as="b" size={15}>
                  {rule.sensor_name}
                </Text>
                <Text as="div" tone="quiet" size={12}>
                  {rule.device}, {t.warnings(rule.warnings)}
                </Text>
              </div>
              <Lane name={t.now} settings={settingsOf(found.rule)} spans={found.spans} tried={found} />
              <Lane name={t.tried} settings={found.advice.settings} spans={found.advice.spans} tried={found} />
              <Text size={18} weight={600}>
                <Text tone="quiet" weight={400}>
                  {found.advice.before} →{' '}
                </Text>
                {t.warnings(found.advice.after)}
              </Text>
              <Text as="p" size={12} tone="quiet" role="status">
                {adviceText(found)}
              </Text>
              {what ? (
                <b>{what}</b>
              ) : (
                <Button onClick={() => setOpen({ key: rule.key, device: rule.device_id, found })}>{t.look}</Button>
              )}
            </Stack>
          );
        })}
      </Grid>
      {[...others].map(([says, own]) => (
        <Others key={own[0]?.key} rules={own} says={says} />
      ))}
      {[...states.values()].some(({ kind }) => kind === 'failed') && (
        <Text>
          <Button onClick={again}>{t.again}</Button>
        </Text>
      )}
      {open && (
        <AdviceDialog
          device={open.device}
          found={open.found}
          says={adviceText(open.found)}
          onClose={() => setOpen(undefined)}
          onDone={(text) => {
            setDone(new Map(done).set(open.key, text));
            setOpen(undefined);
          }}
        />
      )}
    </Stack>
  );
};
