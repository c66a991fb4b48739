import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/dashboard';
import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { memo, useMemo } from 'react';
import { heldBackWords } from '../../../../domain/held-back-words.ts';
import { wordOf } from '../../../../domain/sensor-status.ts';
import type { Reading } from '../../../../live/device-store.ts';
import { heldBack } from '../../../../live/held-back.ts';
import { useDerived } from '../../../../live/use-derived.ts';
import { useDeviceStore, useReading } from '../../../../live/use-reading.ts';
import { Age } from '../../../../ui/age.tsx';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { Grid, Row, Stack, Text } from '../../../../ui/layout.tsx';
import { severities } from '../../../../ui/severity.ts';
import { numberText, unitText, valueText } from '../../../../ui/value.ts';
import { severityOf } from '../model.ts';
import { useSensorAction } from '../sensor-action.ts';
import css from './node-tile.module.css';

const tileText = (reading: Reading, severity: Severity): string => {
  if (severity === 'disabled' || reading.value === null) return '–';
  const word = wordOf(reading);
  if (word !== null) return word;
  const number = numberText(reading.value, reading.unit, reading.decimals);
  return reading.unit === '%' ? `${number} ${unitText(reading.unit)}` : number;
};

const fullText = (reading: Reading, severity: Severity): string => {
  const value =
    wordOf(reading) ??
    (reading.value === null ? texts.noData : valueText(reading.value, reading.unit, reading.decimals));
  return `${reading.name}: ${value}, ${severities[severity].word}`;
};

/** Ambient sensors are shown less prominently, because they are only for comparison. */
const isAmbient = (name: string): boolean => /\bambient\b/i.test(name);

const TileValue = memo(({ path }: { readonly path: string }) => {
  const reading = useReading(path);
  const severity = useDerived<Severity>((store, now) => {
    const head = store.device();
    return head === null ? 'no-data' : severityOf(store, head, path, now);
  });
  if (reading === undefined) return <span />;
  const quiet =
    severity !== 'alarm' && severity !== 'warning' && (isAmbient(reading.name) || reading.type !== 'NUMERIC');
  return (
    <span
      className={[css.value, css[`v-${severity}`], quiet && css.quiet].filter(Boolean).join(' ')}
      title={fullText(reading, severity)}
    >
      <span className="unseen">{reading.name}: </span>
      {tileText(reading, severity)}
    </span>
  );
});

interface Props {
  readonly number: string;
  readonly name: string;
  readonly pathsText: string;
  readonly worst: Severity;
  readonly zone: string;
}

interface HeldNode {
  readonly icon: IconName;
  readonly text: string;
}
/** Why messages of the node's first such sensor are held back, and the number of further ones. */
const useHeldNode = (paths: readonly string[], zone: string): HeldNode | null => {
  const text = useDerived<string>((store, now) => {
    const document = store.device() ?? {};
    const held = paths.flatMap((path) => heldBack(document, path, now) ?? []);
    if (held[0] === undefined) return '';
    const { icon, full } = heldBackWords(held[0], zone, now);
    return `${icon}\n${held.length > 1 ? `${full}, ${outOfService.more(held.length - 1)}` : full}`;
  });
  const [icon, ...words] = text.split('\n');
  if (icon !== 'clock' && icon !== 'lock') return null;
  return { icon, text: words.join('\n') };
};

/** One of 64 nodes: number, name, up to four values. Its position and size never change. */
export const NodeTile = memo(({ number, name, pathsText, worst, zone }: Props) => {
  const store = useDeviceStore();
  const paths = useMemo(() => pathsText.split(' '), [pathsText]);
  const at = useMemo(() => {
    const [first = ''] = paths;
    return () => store.reading(first)?.since ?? store.at(first);
  }, [store, paths]);
  const look = severities[worst];
  const action = useSensorAction();
  const held = useHeldNode(paths, zone);
  const dead = paths.map((path) => action?.suspicion?.(path) ?? null).find((text) => text !== null) ?? null;
  const mark = paths.map((path) => action?.mark?.(path) ?? null).find((word) => word !== null) ?? null;
  return (
    <Text
      as="article"
      position="relative"
      height={68}
      border="1px solid var(--line)"
      borderRadius="var(--r-button)"
      overflow="hidden"
      className={`${css.tile} ${css[worst] ?? ''} ${mark === null ? '' : css.marked} ${held === null ? '' : css.held}`}
      id={`node-${number}`}
      data-node={number}
    >
      {action?.actNode && (
        <Text
          type="button"
          as="button"
          position="absolute"
          zIndex={1}
          inset={0}
          borderRadius="inherit"
          className={css.press}
          aria-label={action.nodeLabel?.(name)}
          onClick={() => action.actNode?.({ name, paths })}
        />
      )}
      <Row
        as="h3"
        gap={6}
        height={24}
        tone="quiet"
        size={12}
        line={16}
        weight={500}
        className={css.head}
        title={[`${number} ${name}: ${look.word}`, held?.text, dead].filter(Boolean).join('\n')}
      >
        <b>{number}</b>
        <Text flex={1} oneLine>
          {name}
        </Text>
        {held !== null && <Icon name={held.icon} size={14} label={held.text} />}
        {held === null && dead !== null && <Icon name="eye" size={14} label={dead} />}
        {worst !== 'ok' && worst !== 'disabled' && <Icon name={look.icon} size={14} label={look.word} />}
      </Row>
      {worst === 'lost' ? (
        <Stack as="p" size={12} line={16} className={css.lostText}>
          <b>{texts.lostNode}</b>
          <Age at={at} now={store.clock.shown} zone={zone} />
        </Stack>
      ) : (
        <Grid columns="1fr 1fr" className={css.values}>
          {paths.slice(0, 4).map((path) => (
            <TileValue key={path} path={path} />
          ))}
        </Grid>
      )}
    </Text>
  );
});
