import { useQuery } from '@tanstack/react-query';
import { warnsOnly } from '@tocsin/contract/device-type';
import { texts } from '@tocsin/contract/texts/maintenance';
import { ruleContent } from '@tocsin/contract/texts/warning-rules';
import { type Device, shownType } from '../../../domain/plant.ts';
import { sensorsQuery } from '../../../domain/sensors.ts';
import { allWarningsQuery } from '../../../domain/warning-rules.ts';
import type { Reading } from '../../../live/device-store.ts';
import { useDeviceStore } from '../../../live/use-reading.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Section, Text } from '../../../ui/layout.tsx';
import { isTouched, testKindOf } from '../model.ts';
import { toldQuery } from '../queries.ts';

const t = texts.page.howTo;
const notLoaded = '–';

interface Props {
  readonly device: Device;
  readonly reading: Reading;
  /** The machine runs, and the page already says what to do about it. */
  readonly isRunning: boolean;
}

/** How to cause an alarm at a sensor, what counts as one, and who gets its messages while the test runs. */
export const HowToTest = ({ device, reading, isRunning }: Props) => {
  const store = useDeviceStore();
  const isWarned = warnsOnly(shownType(device));
  const { data: sensors } = useQuery(sensorsQuery(device.id));
  const { data: rules } = useQuery({ ...allWarningsQuery(device.id), enabled: isWarned });
  const { data: told } = useQuery(toldQuery(device.id));
  const image = sensors?.find(({ id }) => id === reading.path)?.image ?? null;
  const kind = testKindOf(reading, image, shownType(device).code === '0300');
  const counts = (): string => {
    if (!isWarned) return t.countsDevice;
    if (rules === undefined) return notLoaded;
    const own = rules.results.filter(({ sensor_id }) => sensor_id === reading.path);
    if (own.length === 0) return t.countsNothing;
    // In a test the delay and `only_while` of a rule do not apply.
    const said = own.map((rule) =>
      ruleContent({
        ...rule,
        delay_seconds: 0,
        only_while: null,
        reference: rule.reference && (store.reading(rule.reference)?.name ?? null),
      }),
    );
    return t.countsRule(said.join('; '));
  };
  const names = told && [...new Set(told.told.map(({ name }) => name))].join(', ');
  return (
    <Section gap={8}>
      <h2>{t.title}</h2>
      {isTouched(kind) && !isRunning && (
        <Text as="p" tone="warning" weight={600}>
          <Icon name="lock" size={16} /> {t.lockOut}
        </Text>
      )}
      <p>{t.kinds[kind]}</p>
      <Text as="p" tone="quiet">
        {counts()}
      </Text>
      <Text as="p" tone="quiet">
        {names === undefined ? notLoaded : names === '' ? t.nobody : t.mailed(names)} {t.after}
      </Text>
    </Section>
  );
};
