import type { Evidence } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { inOrder } from '../../../ui/in-order.ts';
import { evidenceLines } from '../model.ts';
import css from './evidence-graph.module.css';

interface Props {
  readonly evidence: Evidence;
  readonly sensor: string;
  readonly isLarge?: boolean;
}

/** Hourly values of the sensor and, in grey, of its neighbours on one axis; ticks below mark starts of the machine. */
export const EvidenceGraph = ({ evidence, sensor, isLarge = false }: Props) => {
  const { own, others, starts } = evidenceLines(evidence);
  return (
    <svg
      className={isLarge ? css.large : css.small}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.evidence.graph(sensor)}
    >
      {inOrder(others, (line) => (
        <path className={css.other} d={line} />
      ))}
      <path className={css.own} d={own} />
      {starts.map((x) => (
        <path key={x} className={css.own} d={`M${x} 100V90`} />
      ))}
    </svg>
  );
};
