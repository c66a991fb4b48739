import { texts } from '@tocsin/contract/texts/graphs';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { wallFields } from '../../../../ui/zone.ts';
import type { Moment } from '../../moment.ts';
import type { Status } from '../loader.ts';
import css from './graph-foot.module.css';

interface Props {
  readonly group: ChartGroup;
  readonly slots: boolean;
  readonly zone: string;
  readonly onMoment: (moment: Moment) => void;
  readonly status: Status;
}

const hour = 3_600_000;
/** The message of a successful load disappears after this time, like every alert. */
const clearMs = 5_000;

const StatusLine = ({ status }: { readonly status: Status }) => {
  const [over, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (status !== 'ready') return;
    const timer = setTimeout(() => setOver(true), clearMs);
    return () => clearTimeout(timer);
  }, [status]);
  return (
    <span role="status">{status === 'loading' ? texts.loading : status === 'ready' && !over ? texts.fetched : ''}</span>
  );
};

/** Legend of the marks, and the button that ends a zoom. */
export const GraphFoot = ({ group, slots, zone, onMoment, status }: Props) => {
  const range = useSyncExternalStore(group.onRange, group.range);
  const zoomed = useSyncExternalStore(group.onRange, group.isZoomed);
  return (
    <footer className={css.foot}>
      <ul className={css.marks}>
        <li>
          <i className={slots ? css.band : css.line} /> {slots ? texts.mean : texts.reading}
        </li>
        <li>
          <i className={css.alarm} /> {texts.alarm}
        </li>
        <li>
          <i className={css.warning} /> {texts.warning}
        </li>
        <li>
          <i className={css.gap} /> {texts.noData}
        </li>
      </ul>
      <span className={css.hint}>{texts.gestures}</span>
      <StatusLine status={status} />
      <span className={css.actions}>
        {zoomed && slots && range.to - range.from <= hour && (
          <Button size="bar" onClick={() => onMoment(wallFields((range.from + range.to) / 2, zone))}>
            {texts.fullResolution}
          </Button>
        )}
        <Button size="bar" icon="refresh" disabled={!zoomed} onClick={() => group.reset()}>
          {texts.reset}
        </Button>
      </span>
    </footer>
  );
};
