import type { Evidence } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { inOrder } from '../../../ui/in-order.ts';
import { Text } from '../../../ui/layout.tsx';
import { evidenceLines } from '../model.ts';

interface Props {
  readonly evidence: Evidence;
  readonly sensor: string;
  readonly isLarge?: boolean;
}

const small = { width: 150, height: 34 } as const;
const large = {
  width: '100%',
  height: 180,
  border: '1px solid var(--line)',
  borderRadius: 'var(--r-card)',
  background: 'var(--surface)',
} as const;
const still = { vectorEffect: 'non-scaling-stroke' } as const;

/** Hourly values of the sensor and, in grey, of its neighbours on one axis; ticks below mark starts of the machine. */
export const EvidenceGraph = ({ evidence, sensor, isLarge = false }: Props) => {
  const { own, others, starts } = evidenceLines(evidence);
  return (
    <Text
      as="svg"
      {...(isLarge ? large : small)}
      display="block"
      fill="none"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.evidence.graph(sensor)}
    >
      {inOrder(others, (line) => (
        <path {...still} stroke="var(--line2)" d={line} />
      ))}
      <path {...still} stroke="var(--text)" strokeWidth={2} d={own} />
      {starts.map((x) => (
        <path key={x} {...still} stroke="var(--text)" strokeWidth={2} d={`M${x} 100V90`} />
      ))}
    </Text>
  );
};
