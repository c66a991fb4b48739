import { useSearch } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/add-device';
import { Icon } from '../ui/icon.tsx';
import { inOrder } from '../ui/in-order.ts';
import { Row, Text } from '../ui/layout.tsx';
import { usePhone } from '../ui/use-media.ts';

interface Props {
  /** Of the steps as their texts stand. */
  readonly at: 0 | 1 | 2;
  /** The page of values stands before the device's first message, as its map is needed to read one. */
  readonly isValuesFirst?: boolean;
}

const valuesFirst = [0, 2, 1, 3];

/** How far somebody is who adds a device; a phone has room for the present step only. */
export const AddSteps = ({ at: step, isValuesFirst = false }: Props) => {
  const isAfterValues = useSearch({ strict: false }).adding === 'values';
  const order = isValuesFirst || isAfterValues ? valuesFirst : [0, 1, 2, 3];
  // After its values, what has arrived leads to the last step.
  const at = isAfterValues && step === 2 ? 3 : order.indexOf(step);
  const steps = order.map((i) => texts.steps[i] ?? '');
  return usePhone() ? (
    <Text tone="quiet">{texts.step(at + 1, steps[at] ?? '')}</Text>
  ) : (
    <Row as="ol" gap={16} wrap listStyle="none" padding={0}>
      {inOrder(steps, (text, i) => (
        <Row as="li" gap={6} size={13} tone={i === at ? 'brand' : 'quiet'} aria-current={i === at ? 'step' : undefined}>
          <Text
            width={22}
            border="1px solid currentColor"
            borderRadius={11}
            line={20}
            weight={600}
            textAlign="center"
            {...(i === at && { background: 'var(--brandweak)' })}
          >
            {i < at ? <Icon name="tick" size={12} /> : i + 1}
          </Text>
          <Text weight={i === at ? 600 : 450}>{text}</Text>
        </Row>
      ))}
    </Row>
  );
};
