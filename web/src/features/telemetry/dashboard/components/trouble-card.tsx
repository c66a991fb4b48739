import { ordinaryStates, type Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/dashboard';
import { memo, useMemo } from 'react';
import { type Limit, limitBeside } from '../../../../domain/limits.ts';
import { useDerived } from '../../../../live/use-derived.ts';
import { useDeviceStore, useReading } from '../../../../live/use-reading.ts';
import { Age } from '../../../../ui/age.tsx';
import { Row, Text } from '../../../../ui/layout.tsx';
import { severities } from '../../../../ui/severity.ts';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { lastKnown } from '../model.ts';
import { Curve, ReadingValue } from './sensor-card.tsx';
import css from './trouble-card.module.css';

interface Props {
  readonly number: string;
  readonly name: string;
  /** Its sensors' paths, with spaces between them. */
  readonly pathsText: string;
  readonly path: string;
  readonly severity: Severity;
  readonly zone: string;
  readonly limit: Limit | null;
}

/** What a lost node measured last, and how long ago. */
const LastKnown = ({ paths, zone }: { readonly paths: readonly string[]; readonly zone: string }) => {
  const { clock } = useDeviceStore();
  const known = JSON.parse(useDerived((store) => JSON.stringify(lastKnown(store, paths)))) as ReturnType<
    typeof lastKnown
  >;
  if (known === null)
    return (
      <Text size={20} weight={600}>
        {texts.noData}
      </Text>
    );
  return (
    <Text as="div" size={12} line={16} tone="quiet" whiteSpace="normal">
      <Age at={known.at} now={clock.shown} zone={zone} />: {known.text}
    </Text>
  );
};

/** A node that is not normal, with its worst sensor, above the fixed grid. */
export const TroubleCard = memo(({ number, name, pathsText, path, severity, zone, limit }: Props) => {
  const store = useDeviceStore();
  const reading = useReading(path);
  const at = useMemo(() => () => store.at(path), [store, path]);
  if (reading === undefined) return null;
  const lost = severity === 'lost';
  const paths = pathsText.split(' ');
  const state = ordinaryStates.has(reading.state) ? null : reading.state;
  const word = severity === 'alarm' && state ? `${severities.alarm.word}, ${state}` : undefined;
  return (
    <Text
      as="article"
      position="relative"
      height={90}
      padding="8px 0 4px 11px"
      border="1px solid var(--line2)"
      borderRadius="var(--r-card)"
      background="var(--surface)"
      className={`${css.card} ${css[severity] ?? ''}`}
    >
      <Text as="h3" gridColumn="1 / -1" paddingRight={8} tone="quiet" weight={450} oneLine className={css.name}>
        <b>
          {number} {name}
        </b>{' '}
        {lost ? texts.allSensors(paths.length) : reading.name}
      </Text>
      <Text as="div" overflow="hidden" line={32} whiteSpace="nowrap" className={css.value}>
        {lost ? <LastKnown paths={paths} zone={zone} /> : <ReadingValue reading={reading} />}
      </Text>
      <Row
        gridColumn="1 / -1"
        gap={8}
        minWidth={0}
        paddingRight={8}
        tone="quiet"
        size={12}
        whiteSpace="nowrap"
        className={css.state}
      >
        <StatusTag severity={severity} {...(word === undefined ? {} : { word })} />
        <Age at={reading.since ?? at} now={store.clock.shown} zone={zone} phrase="for" />
      </Row>
      <Curve path={path} limit={limitBeside(severity, limit)} height={32} className={css.curve} />
    </Text>
  );
});
