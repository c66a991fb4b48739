import type { ProtectionKind, ProtectionList } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { usePhone } from '../../../ui/use-media.ts';
import { needingAll, shownKinds } from '../model.ts';
import css from './head.module.css';

const parts = ['tested', 'moved', 'alarmed', 'not_proven'] as const;

interface ProvenProps {
  readonly proven: ProtectionList['proven'];
}

/** What the parts of the bar are. */
export const ProvenLegend = ({ proven }: ProvenProps) => (
  <Row as="ul" wrap gridColumn="1 / -1" gap="4px 16px" tone="quiet" size={12} align="stretch" className={css.legend}>
    {parts.map((part) => (
      <li key={part}>
        <span className={css[part]} aria-hidden="true" />
        {texts.parts[part](proven[part])}
      </li>
    ))}
  </Row>
);

/** Percentage of sensors that were proven alive within 30 days, with the counts behind it; on a phone those follow the list. */
const Proven = ({ proven }: ProvenProps) => {
  const isPhone = usePhone();
  const alive = proven.sensors - proven.not_proven;
  return (
    <Grid
      as="section"
      columns="auto minmax(0, 1fr)"
      gap="8px 16px"
      alignContent="start"
      align="center"
      padding={isPhone ? '8px 16px' : '12px 16px'}
      surface
      aria-label={texts.proven}
    >
      <Text as="p" size={20} tone="quiet">
        <Text
          as="strong"
          tone="plain"
          size={isPhone ? 28 : 44}
          line={isPhone ? 32 : 48}
          weight={600}
          letterSpacing="-0.02em"
        >
          {proven.share}
        </Text>{' '}
        %
      </Text>
      <Stack as="p" tone="quiet">
        <Text as="b" tone="plain" size={16} weight={600}>
          {texts.proven}
        </Text>
        <span>
          {proven.sensors === 0 ? texts.noSensors : texts.provenOf(alive, proven.sensors)}
          {proven.change !== null && `, ${texts.change(proven.change)}`}
        </span>
      </Stack>
      <Row gridColumn="1 / -1" gap={2} height={10} align="stretch" className={css.bar} aria-hidden="true">
        {parts.map((part) =>
          proven[part] === 0 ? null : <span key={part} className={css[part]} style={{ flexGrow: proven[part] }} />,
        )}
      </Row>
      {!isPhone && <ProvenLegend proven={proven} />}
    </Grid>
  );
};

interface Props {
  readonly list: ProtectionList;
  readonly kind: ProtectionKind | null;
  readonly onPick: (kind: ProtectionKind | null) => void;
}

/** The key figure, and the number of entries of each kind as filters of the list. */
export const Head = ({ list, kind, onPick }: Props) => {
  const kinds = shownKinds(list);
  return (
    <Grid columns="minmax(320px, 2fr) 3fr" gap={12} padding="0 var(--page-pad) 12px" className={css.head}>
      <Proven proven={list.proven} />
      <Grid
        as="fieldset"
        minWidth={0}
        margin={0}
        padding={0}
        columns="repeat(auto-fit, minmax(92px, 1fr))"
        overflow="hidden"
        surface
        className={css.kinds}
        aria-label={texts.columns.kind}
      >
        {[[null, needingAll(list)] as const, ...kinds].map(([each, count]) => (
          <button
            key={each ?? 'all'}
            type="button"
            className={css.kind}
            aria-pressed={each === kind}
            onClick={() => onPick(each)}
          >
            <b>{count}</b>
            <span>{each === null ? texts.all : texts.kinds[each]}</span>
          </button>
        ))}
      </Grid>
    </Grid>
  );
};
