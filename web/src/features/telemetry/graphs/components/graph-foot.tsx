import { texts } from '@tocsin/contract/texts/graphs';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { Row, Text } from '../../../../ui/layout.tsx';
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
  readonly children?: ReactNode;
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
    <span role="status" className="unseen">
      {status === 'loading' ? texts.loading : status === 'ready' && !over ? texts.fetched : ''}
    </span>
  );
};

/** Legend of the marks, tools of the page, and the button that ends a zoom. */
export const GraphFoot = ({ group, slots, zone, onMoment, status, children }: Props) => {
  const range = useSyncExternalStore(group.onRange, group.range);
  const zoomed = useSyncExternalStore(group.onRange, group.isZoomed);
  const signs = [
    { label: slots ? texts.mean : texts.reading, look: { className: slots ? css.band : css.line } },
    { label: texts.alarm, look: { borderTop: '3px solid var(--alarm)', background: 'var(--alarmtint)' } },
    { label: texts.warning, look: { borderTop: '3px solid var(--warn)', background: 'var(--warntint)' } },
    {
      label: texts.noData,
      look: { background: 'repeating-linear-gradient(135deg, var(--hatch1) 0 4px, var(--hatch2) 4px 5px)' },
    },
  ] as const;
  return (
    <footer className={css.foot}>
      <Row as="ul" wrap gap="4px 16px" align="stretch">
        {signs.map(({ label, look }) => (
          <Row key={label} as="li" gap={6}>
            <Text as="i" width={18} height={14} {...look} /> {label}
          </Row>
        ))}
        <Row as="li" gap={6} className={css.ring}>
          <Text as="i" width={12} height={12} border="2px solid var(--warntext)" borderRadius="50%" />{' '}
          {texts.limit.legend}
        </Row>
      </Row>
      <Text tone="faint" className={css.hint}>
        {texts.gestures}
      </Text>
      <StatusLine status={status} />
      <Row as="span" gap={8} marginLeft="auto" align="stretch">
        {children}
        {zoomed && slots && range.to - range.from <= hour && (
          <Button size="bar" onClick={() => onMoment(wallFields((range.from + range.to) / 2, zone))}>
            {texts.fullResolution}
          </Button>
        )}
        <Button size="bar" icon="refresh" disabled={!zoomed} onClick={() => group.reset()}>
          {texts.reset}
        </Button>
      </Row>
    </footer>
  );
};
