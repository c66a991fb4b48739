import type { RehearsalSignal } from '@tocsin/contract/rehearsal-signal';
import { texts } from '@tocsin/contract/texts/rehearsal';
import { useDeferredValue, useId, useMemo } from 'react';
import { fewStops, type Settings, spansAt } from '../../domain/rehearsal/settings.ts';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { valueText } from '../../ui/value.ts';
import css from './rehearsal.module.css';

interface Props {
  readonly signal: RehearsalSignal;
  readonly settings: Settings;
  readonly offDelay: number | null;
  readonly from: number;
  readonly unit: string;
  readonly onChange: (settings: Settings) => void;
}

/** Sliders for value, delay and deadband, each with bars for the number of warnings at about a dozen positions. */
export const Sliders = ({ signal, settings, offDelay, from, unit, onChange }: Props) => {
  const present = useDeferredValue(settings);
  const common = { signal, settings: present, offDelay, from };
  return (
    <Stack as="fieldset" gap={8} minWidth={0} margin={0} padding={0} border={0}>
      <legend className="unseen">{texts.sliders}</legend>
      {signal.sign !== '=' && (
        <Slider
          {...common}
          label={texts.value}
          stops={signal.values}
          current={settings.value}
          of={(value) => ({ ...present, value })}
          say={(value) => valueText(value, unit)}
          onPick={(value) => onChange({ ...settings, value })}
        />
      )}
      <Slider
        {...common}
        label={texts.delay}
        stops={signal.delays}
        current={settings.delaySeconds}
        of={(delaySeconds) => ({ ...present, delaySeconds })}
        say={texts.seconds}
        onPick={(delaySeconds) => onChange({ ...settings, delaySeconds })}
      />
      {signal.sign !== '=' && (
        <Slider
          {...common}
          label={texts.deadband}
          stops={signal.deadbands}
          current={settings.deadband}
          of={(deadband) => ({ ...present, deadband })}
          say={(deadband) => valueText(deadband, unit)}
          onPick={(deadband) => onChange({ ...settings, deadband })}
        />
      )}
      <Text as="p" margin={0} tone="faint" size={12} line={18}>
        {texts.bars}
      </Text>
    </Stack>
  );
};

interface SliderProps {
  readonly signal: RehearsalSignal;
  readonly settings: Settings;
  readonly offDelay: number | null;
  readonly from: number;
  readonly label: string;
  readonly stops: readonly number[];
  readonly current: number;
  readonly of: (stop: number) => Settings;
  readonly say: (stop: number) => string;
  readonly onPick: (stop: number) => void;
}

const Slider = ({ signal, settings, offDelay, from, label, stops, current, of, say, onPick }: SliderProps) => {
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` only depends on the settings.
  const bars = useMemo(
    () =>
      fewStops(stops, current).map((stop) => ({
        stop,
        count: spansAt(signal, of(stop), offDelay, from).length,
      })),
    [signal, settings, offDelay, from, stops, current],
  );
  const most = bars.reduce((sum, bar) => Math.max(sum, bar.count), 1);
  return (
    <div className={css.slider}>
      <label htmlFor={id}>
        <span>{label}</span>
        <b>{say(current)}</b>
      </label>
      <Row align="end" gap={3} height={46} className={css.bars} aria-hidden="true">
        {bars.map(({ stop, count }) => (
          <span key={stop} className={stop === current ? css.present : undefined}>
            <i>{count}</i>
            <em style={{ height: `${Math.max(2, (count / most) * 28)}px` }} />
          </span>
        ))}
      </Row>
      <input
        id={id}
        type="range"
        min={0}
        max={stops.length - 1}
        value={Math.max(0, stops.indexOf(current))}
        aria-valuetext={say(current)}
        onChange={(event) => onPick(stops[Number(event.target.value)] ?? current)}
      />
    </div>
  );
};
