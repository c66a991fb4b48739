import { memo, useMemo } from 'react';
import { Age } from '../../../../kit/age.tsx';
import { Icon } from '../../../../kit/icon.tsx';
import { type Severity, severities } from '../../../../kit/severity.ts';
import { wordOf } from '../../../../kit/standing.ts';
import { numberText, unitText, valueText } from '../../../../kit/value.ts';
import type { Reading } from '../../../../wire/board.ts';
import { useMoment } from '../../../../wire/use-moment.ts';
import { useBoard, useReading } from '../../../../wire/use-reading.ts';
import { standingOf } from '../model.ts';
import { useSensorAction } from '../sensor-action.ts';
import { texts } from '../texts.ts';
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

/** Quieter: ambient sensors are there to compare with. */
const isAmbient = (name: string): boolean => /\bambient\b/i.test(name);

const TileValue = memo(({ path }: { readonly path: string }) => {
  const reading = useReading(path);
  const severity = useMoment<Severity>((board, now) => {
    const head = board.device();
    return head === null ? 'no-data' : standingOf(board, head, path, now);
  });
  if (reading === undefined) return <span />;
  const quiet =
    severity !== 'alarm' && severity !== 'warning' && (isAmbient(reading.name) || reading.type !== 'NUMERIC');
  return (
    <span
      className={[css.value, css[`v-${severity}`], quiet && css.quiet].filter(Boolean).join(' ')}
      title={fullText(reading, severity)}
    >
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

const marked: ReadonlySet<Severity> = new Set([
  'alarm',
  'warning',
  'lost',
  'offline',
  'no-data',
  'not-scanned',
  'stale',
]);

/** One node among 64: number, name, up to four values. It never moves and never changes its size. */
export const NodeTile = memo(({ number, name, pathsText, worst, zone }: Props) => {
  const board = useBoard();
  const paths = useMemo(() => pathsText.split(' '), [pathsText]);
  const at = useMemo(() => () => board.at(paths[0] ?? ''), [board, paths]);
  const look = severities[worst];
  const action = useSensorAction();
  const mark = paths.map((path) => action?.mark?.(path) ?? null).find((word) => word !== null) ?? null;
  return (
    <article
      className={`${css.tile} ${css[worst] ?? ''} ${mark === null ? '' : css.marked}`}
      id={`node-${number}`}
      data-node={number}
    >
      {action?.actNode && (
        <button
          type="button"
          className={css.press}
          aria-label={action.nodeLabel?.(name)}
          onClick={() => action.actNode?.({ name, paths })}
        />
      )}
      <h3 className={css.head} title={`${number} ${name}: ${look.word}`}>
        <b>{number}</b>
        <span className={css.name}>{name}</span>
        {marked.has(worst) && <Icon name={look.icon} size={14} label={look.word} />}
      </h3>
      {worst === 'lost' ? (
        <p className={css.lostText}>
          <b>{texts.lostNode}</b>
          <Age at={at} now={board.clock.shown} zone={zone} />
        </p>
      ) : (
        <div className={css.values}>
          {paths.slice(0, 4).map((path) => (
            <TileValue key={path} path={path} />
          ))}
        </div>
      )}
    </article>
  );
});
