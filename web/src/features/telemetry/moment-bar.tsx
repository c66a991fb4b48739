import { texts } from '@tocsin/contract/texts/telemetry';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { MomentFields } from '../../ui/moment-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Moment } from './moment.ts';

/** Alerts clear after 5 seconds. */
const clearMs = 5_000;

interface Props {
  readonly moment: Moment;
  readonly onSearch: (moment: Moment) => void;
  /** The server's refusal of this moment; shown until another one is requested. */
  readonly refusal?: string | null;
}

/** Fields for date and time, the SEARCH button and the alert area of the historical page. */
export const MomentBar = ({ moment, onSearch, refusal = null }: Props) => {
  const [date, setDate] = useState<string | null>(moment.date);
  const [time, setTime] = useState<string | null>(moment.time);
  const [alert, setAlert] = useState<string | null>(null);
  useEffect(() => {
    setDate(moment.date);
    setTime(moment.time);
  }, [moment.date, moment.time]);
  useEffect(() => {
    if (alert === null) return;
    const timer = setTimeout(() => setAlert(null), clearMs);
    return () => clearTimeout(timer);
  }, [alert]);
  const search = (): void => {
    if (date === null) setAlert(texts.pickDate);
    else if (time === null) setAlert(texts.pickTime);
    else onSearch({ date, time });
  };
  return (
    <>
      <Row wrap gap={8} padding="8px var(--page-pad)" borderBottom="1px solid var(--line)" background="var(--surface)">
        <MomentFields
          date={date}
          time={time}
          onDate={setDate}
          onTime={setTime}
          labels={{ date: texts.date, time: texts.time }}
        />
        <Button look="primary" onClick={search}>
          {texts.search}
        </Button>
      </Row>
      {(alert ?? refusal) && <Notice tone="alarm">{alert ?? refusal}</Notice>}
    </>
  );
};
