import type { TriedMap } from '@tocsin/contract/payload-maps';
import { texts as t } from '@tocsin/contract/texts/payload-maps';
import { Grid, Note, Row, Section, Stack, Text } from '../../ui/layout.tsx';

type Value = TriedMap['samples'][number]['frames'][number]['values'][number];

const shownValue = ({ value, state }: Value): string => (value === null ? state || t.none : String(value));

interface Props {
  readonly name: string;
  readonly unit: string;
  readonly value: Value | undefined;
}

/** A value as its card will look. */
const Card = ({ name, unit, value }: Props) => (
  <Stack surface gap={4} padding={12} minWidth={0}>
    <Text size={13} line={18} overflowWrap="anywhere">
      {name}
    </Text>
    <Row gap={6} align="baseline" wrap>
      <Text size={24} line={30} weight={600} overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        {value ? shownValue(value) : '–'}
      </Text>
      {value?.value !== null && <Text tone="quiet">{unit}</Text>}
    </Row>
    <Text size={12} line={16} tone={value?.alarm ? 'alarm' : 'faint'} weight={value?.alarm ? 600 : 400}>
      {value?.alarm ? t.inAlarm : value?.value !== null ? (value?.state ?? '') : ''}
    </Text>
  </Stack>
);

/** The right column: what the messages become. */
export const Preview = ({ tried, index }: { readonly tried: TriedMap | undefined; readonly index: number }) => {
  const samples = tried?.samples ?? [];
  const refused = samples.filter((sample) => sample.refused !== null);
  const values = new Map(samples[index]?.frames.at(-1)?.values.map((value) => [value.path, value]));
  return (
    <Section gap={12} minWidth={0} aria-label={t.steps.looks} aria-live="polite">
      <h2>{t.steps.looks}</h2>
      {!tried && <Text tone="quiet">{t.noSample}</Text>}
      {tried && (
        <>
          <Grid columns="repeat(auto-fill, minmax(128px, 1fr))" gap={8}>
            {tried.sensors.map(({ path, name, unit }) => (
              <Card key={path} name={name} unit={unit} value={values.get(path)} />
            ))}
          </Grid>
          <Text weight={600}>{t.read(samples.length - refused.length, refused.length)}</Text>
          {[...new Set(refused.map((sample) => sample.refused))].map((why) => (
            <Text key={why} tone="warning" size={13} line={18} overflowWrap="anywhere">
              {t.refused}: {why}
            </Text>
          ))}
          <Note>{t.stored}</Note>
        </>
      )}
    </Section>
  );
};
