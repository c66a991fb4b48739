import { type Rehearsal, type RehearsalDays, rehearsalDays } from '@tocsin/contract/rehearsal';
import { clearLimit, type RehearsalSignal } from '@tocsin/contract/rehearsal-signal';
import type { WarningRow } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/rehearsal';
import { Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Advice, adviceFor } from '../../domain/rehearsal/advice.ts';
import type { RehearsalPanelProps } from '../../domain/rehearsal/panel-props.ts';
import {
  isSameSettings,
  type Settings,
  settingsOf,
  shownOfRun,
  shownOfSpans,
  signalOf,
  spansAt,
} from '../../domain/rehearsal/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { localDecimals, pageLocale } from '../../ui/locale.ts';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty } from '../../ui/states.tsx';
import { dayText, minuteText } from '../../ui/time.ts';
import { valueText } from '../../ui/value.ts';
import css from './rehearsal.module.css';
import { Exclusions, Figures, Messages, SpanTable } from './result.tsx';
import { Sliders } from './sliders.tsx';
import { Timeline } from './timeline.tsx';
import { useRehearsal } from './use-rehearsal.ts';

/** The rule editor's panel 'Try on history'. */
export const RehearsalPanel = ({ device, rules, first, onUse }: RehearsalPanelProps) => {
  const [key, setKey] = useState(first);
  const [days, setDays] = useState<RehearsalDays>(30);
  const { state, run, cancel } = useRehearsal(device);
  const rule = rules.find((one) => one.key === key) ?? rules[0];
  const isRunning = state.kind === 'running';
  const panel = useRef<HTMLElement>(null);
  const isDone = state.kind === 'done';
  // Scroll to the answer, which is below the rules.
  useEffect(() => {
    if (isDone) panel.current?.scrollIntoView({ block: 'start' });
  }, [isDone]);
  if (!rule) return <Empty icon="warning" title={texts.none} />;
  return (
    <Stack
      ref={panel}
      as="section"
      surface
      gap={12}
      minWidth={0}
      marginTop={16}
      padding={16}
      className={css.panel}
      aria-label={texts.title}
    >
      <Row as="header" wrap align="end" gap={12} className={css.head}>
        <h2>{texts.title}</h2>
        <Labelled label={texts.rule} className={css.pick}>
          <Select
            value={rule.key}
            options={rules.map((one) => ({ value: one.key, label: one.label }))}
            onChange={(next) => {
              cancel();
              setKey(next);
            }}
          />
        </Labelled>
        <Segments
          label={texts.range}
          items={rehearsalDays.map((one) => ({ key: String(one), label: texts.days(one) }))}
          current={String(days)}
          onPick={(picked) => setDays(rehearsalDays.find((one) => String(one) === picked) ?? 30)}
        />
        {isRunning ? (
          <Button onClick={cancel}>{texts.cancel}</Button>
        ) : (
          <Button look="primary" onClick={() => void run(rule.row, days)}>
            {state.kind === 'done' ? texts.again : texts.run}
          </Button>
        )}
      </Row>
      {state.kind === 'idle' && (
        <Text as="p" margin={0} tone="faint" size={12} line={18}>
          {texts.intro}
        </Text>
      )}
      {state.kind === 'running' && (
        <Row gap={12} className={css.progress}>
          <progress max={1} value={state.share} aria-label={texts.running(Math.round(state.share * 100))} />
          <span>{texts.running(Math.round(state.share * 100))}</span>
        </Row>
      )}
      {state.kind === 'failed' && <Notice tone="warning">{state.message}</Notice>}
      {state.kind === 'done' && (
        <Result
          key={`${state.rehearsal.to} ${rule.key}`}
          rehearsal={state.rehearsal}
          row={state.row}
          isStale={JSON.stringify(state.row) !== JSON.stringify(rule.row)}
          onUse={(settings) => onUse(rule.key, settings)}
        />
      )}
    </Stack>
  );
};

interface ResultProps {
  readonly rehearsal: Rehearsal;
  readonly row: WarningRow;
  readonly isStale: boolean;
  readonly onUse: (settings: Settings) => void;
}

const dayMs = 86_400_000;

const adviceText = ({ settings, before, after, actedUpon }: Advice, unit: string): string =>
  texts.advice(valueText(settings.deadband, unit), texts.seconds(settings.delaySeconds), after, before, actedUpon);

const Result = ({ rehearsal, row, isStale, onUse }: ResultProps) => {
  const own = settingsOf(row);
  const [settings, setSettings] = useState<Settings>(own);
  /** undefined: not requested; null: there is no advice. */
  const [advice, setAdvice] = useState<Advice | null | undefined>(undefined);
  const sent = rehearsal.signal;
  const signal = useMemo(() => (sent ? signalOf(sent) : null), [sent]);
  const answer = rehearsal.rules[0];
  const isMoved = !isSameSettings(settings, own);
  const offDelay = row.off_delay_seconds ?? null;
  const shown = useMemo(() => {
    if (!answer) return null;
    if (!isMoved || !signal) return shownOfRun(answer);
    return shownOfSpans(answer, spansAt(signal, settings, offDelay, rehearsal.from), rehearsal);
  }, [answer, isMoved, signal, settings, offDelay, rehearsal]);
  if (!answer || !shown) return null;
  const suggest = (of: RehearsalSignal): void => {
    const found = adviceFor(of, own, offDelay, answer, rehearsal);
    setAdvice(found);
    if (found) setSettings(found.settings);
  };
  const { from, to, first, last, timezone: zone } = rehearsal;
  if (first === null || last === null) return <Empty icon="brokenLink" title={texts.noData} text={texts.noDataText} />;
  const isPartial = first - from > dayMs || to - last > dayMs;
  return (
    <>
      <Text as="p" margin={0} tone="faint" size={12} line={18}>
        {texts.rangeOf(dayText(from, zone), dayText(to, zone), zone)}.{' '}
        {texts.took(
          rehearsal.readings.toLocaleString(pageLocale('en-US')),
          localDecimals((rehearsal.took_ms / 1_000).toFixed(1)),
        )}
      </Text>
      {isPartial && (
        <Notice tone="hatch">
          {texts.partial(
            `${dayText(first, zone)}, ${minuteText(first, zone)}`,
            `${dayText(last, zone)}, ${minuteText(last, zone)}`,
          )}
        </Notice>
      )}
      {(isStale || isMoved) && (
        <Text as="p" margin={0} tone="faint" size={12} line={18}>
          {texts.stale}
        </Text>
      )}
      <Figures rehearsal={rehearsal} answer={answer} shown={shown} isMoved={isMoved} />
      <Grid columns="minmax(0, 1fr) 280px" gap={24} className={css.columns}>
        <div>
          <Timeline
            rehearsal={rehearsal}
            name={answer.name}
            unit={answer.unit}
            before={answer.before?.spans ?? null}
            after={shown.spans}
            alarms={shown.alarms}
            signal={sent}
            limit={settings.value}
            clearLimit={clearLimit(sent?.sign ?? row.sign, settings.value, settings.deadband)}
          />
          <SpanTable rehearsal={rehearsal} answer={answer} shown={shown} />
        </div>
        <Stack alignContent="start" gap={12}>
          {signal ? (
            <>
              <Sliders
                signal={signal}
                settings={settings}
                offDelay={offDelay}
                from={from}
                unit={answer.unit}
                onChange={setSettings}
              />
              {advice !== undefined && (
                <Text as="p" margin={0} tone="faint" size={12} line={18} role="status">
                  {advice === null ? texts.noAdvice : adviceText(advice, answer.unit)}
                </Text>
              )}
              <Row wrap gap={8} align="stretch">
                <Button onClick={() => suggest(signal)}>{texts.suggest}</Button>
                <Button disabled={!isMoved} onClick={() => onUse(settings)}>
                  {texts.use}
                </Button>
                <Button look="quiet" disabled={!isMoved} onClick={() => setSettings(own)}>
                  {texts.reset}
                </Button>
              </Row>
            </>
          ) : (
            <Text as="p" margin={0} tone="faint" size={12} line={18}>
              {texts.tooLively}
            </Text>
          )}
          <Messages rehearsal={rehearsal} answer={answer} />
        </Stack>
      </Grid>
      <Exclusions rehearsal={rehearsal} />
    </>
  );
};
