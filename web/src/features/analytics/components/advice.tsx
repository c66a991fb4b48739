import type { BadActors } from '@tocsin/contract/analytics';
import { texts } from '@tocsin/contract/texts/analytics';
import { texts as rehearsal } from '@tocsin/contract/texts/rehearsal';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { valueText } from '../../../ui/value.ts';
import type { FoundAdvice } from '../find-advice.ts';
import { type AdviceState, keyOf, useAdvice } from '../use-advice.ts';
import css from './advice.module.css';
import { AdviceDialog } from './advice-dialog.tsx';

const t = texts.bad.advice;
type Row = BadActors['most_frequent'][number];

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
    case 'fewer':
      return t.fewer(state.count, rehearsal.days(state.days));
    default:
      return t[state.kind];
  }
};

/** For each frequent warning the setting that would have reduced it, found by rehearsal, with a button to apply it. */
export const AdviceList = ({ rows }: { readonly rows: readonly Row[] }) => {
  const rules = rows.flatMap((row) => (row.rule ? [{ ...row, rule: row.rule.id, device: row.device_id }] : []));
  const { states, again } = useAdvice(rules);
  const [open, setOpen] = useState<{ readonly key: string; readonly device: number; readonly found: FoundAdvice }>();
  const [done, setDone] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <Stack as="ul" margin={0} padding="0 var(--page-pad)" listStyle="none" className={css.list}>
      {rules.map((rule) => {
        const key = keyOf(rule);
        const state = states.get(key);
        const what = done.get(key);
        return (
          <li key={key}>
            <div>
              <b>{rule.sensor_name}</b>
              <small>{rows.find((row) => row.rule?.id === rule.rule)?.device}</small>
            </div>
            <p role="status">{textOf(state)}</p>
            {what && <small>{what}</small>}
            {state?.kind === 'advice' && !what && (
              <Button onClick={() => setOpen({ key, device: rule.device, found: state })}>{t.look}</Button>
            )}
            {state?.kind === 'failed' && <Button onClick={again}>{t.again}</Button>}
          </li>
        );
      })}
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
