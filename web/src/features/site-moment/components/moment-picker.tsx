import { texts } from '@tocsin/contract/texts/site-moment';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { MomentFields } from '../../../ui/moment-fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { chosenMoment, fieldsOf } from '../model.ts';
import css from './moment-picker.module.css';

const minute = 60_000;
const steps = [
  { ...texts.steps.tenBack, ms: -10 * minute },
  { ...texts.steps.oneBack, ms: -minute },
  { ...texts.steps.oneOn, ms: minute },
  { ...texts.steps.tenOn, ms: 10 * minute },
] as const;

interface Props {
  readonly at: number;
  readonly isNow: boolean;
  /** The site's zone. */
  readonly zone: string;
  /** null: now. */
  readonly onMoment: (at: number | null) => void;
}

/** Chooses a moment in site time: by date and time, in steps, or now. */
export const MomentPicker = ({ at, isNow, zone, onMoment }: Props) => {
  const shown = fieldsOf(at, zone);
  const [date, setDate] = useState<string | null>(shown.date);
  const [time, setTime] = useState<string | null>(shown.time);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setDate(shown.date);
    setTime(shown.time);
    setError(null);
  }, [shown.date, shown.time]);
  const show = (): void => {
    const chosen = date === null || time === null ? null : chosenMoment(at, { date, time }, zone);
    if (chosen === null) setError(texts.missing);
    else if (chosen > serverNow()) setError(texts.future);
    else onMoment(chosen);
  };
  return (
    <>
      <Row wrap gap={8} padding="0 var(--page-pad) 12px" className={css.picker}>
        <MomentFields
          date={date}
          time={time}
          onDate={setDate}
          onTime={setTime}
          labels={{ date: texts.date, time: texts.time }}
        />
        <Button look="primary" onClick={show}>
          {texts.show}
        </Button>
        {steps
          .filter(({ ms }) => ms < 0 || !isNow)
          .map(({ title, words, ms }) => (
            <Button key={ms} title={title} disabled={at + ms > serverNow()} onClick={() => onMoment(at + ms)}>
              {words}
            </Button>
          ))}
        {!isNow && <Button onClick={() => onMoment(null)}>{texts.now}</Button>}
      </Row>
      {error && <Notice tone="alarm">{error}</Notice>}
    </>
  );
};
