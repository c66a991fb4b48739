import { texts } from '@tocsin/contract/texts/add-device';
import { Icon } from '../ui/icon.tsx';
import { inOrder } from '../ui/in-order.ts';
import { Row, Text } from '../ui/layout.tsx';
import { usePhone } from '../ui/use-media.ts';

/** How far somebody is who adds a device; a phone has room for the present step only. */
export const AddSteps = ({ at }: { readonly at: 0 | 1 | 2 }) =>
  usePhone() ? (
    <Text tone="quiet">{texts.step(at + 1, texts.steps[at] ?? '')}</Text>
  ) : (
    <Row as="ol" gap={16} wrap listStyle="none" padding={0}>
      {inOrder(texts.steps, (step, i) => (
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
          <Text weight={i === at ? 600 : 450}>{step}</Text>
        </Row>
      ))}
    </Row>
  );
