import { texts } from '@tocsin/contract/texts/dashboard';
import { useDerived } from '../../../../live/use-derived.ts';
import { useDeviceStore, useHead, useSocketState } from '../../../../live/use-reading.ts';
import { Age } from '../../../../ui/age.tsx';
import { inOrder } from '../../../../ui/in-order.ts';
import { Row, Text } from '../../../../ui/layout.tsx';
import { liveTicks, ticksShown } from '../model.ts';
import css from './live-sign.module.css';

interface Props {
  readonly zone: string;
  readonly scans: boolean;
}

/** One tick per frame, and the time of the last one: shows whether the page is live. */
export const LiveSign = ({ zone, scans }: Props) => {
  const store = useDeviceStore();
  const head = useHead();
  const state = useSocketState();
  const ticks = useDerived((b, now) =>
    liveTicks(b.frames(), b.device()?.usualIntervalMs ?? 2_000, now)
      .map((frame) => (frame ? '|' : '.'))
      .join('')
      .padStart(ticksShown, ' '),
  );
  const word =
    head?.online === false
      ? null
      : state === 'open'
        ? texts.live
        : state === 'connecting' && head === null
          ? texts.connecting
          : texts.connectionLost;
  return (
    <Row
      gap={10}
      tone="quiet"
      whiteSpace="nowrap"
      className={`${state === 'open' && head?.online !== false ? '' : css.dead}`}
    >
      <Row as="span" align="flex-end" gap={2} height={12} className={css.ticks} aria-hidden="true">
        {inOrder([...ticks], (tick) => (
          <i className={tick === '|' ? css.frame : tick === '.' ? css.missed : css.none} />
        ))}
      </Row>
      <span>
        {word && (
          <Text as="b" tone="plain" weight={600}>
            {word}
          </Text>
        )}
        {word && ', '}
        {scans ? texts.lastScan : texts.lastFrame}{' '}
        <Age at={() => store.document()?.frame_at ?? null} now={store.clock.shown} zone={zone} never={texts.noFrame} />
      </span>
    </Row>
  );
};
