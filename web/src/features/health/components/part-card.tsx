import type { HealthFigure, HealthPart } from '@tocsin/contract/health';
import { texts } from '@tocsin/contract/texts/health';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import css from '../health.module.css';
import { limitText, nameOf, severityOf, valueText } from '../model.ts';

const Figure = ({ figure }: { readonly figure: HealthFigure }) => {
  const limit = limitText(figure);
  return (
    <Row
      align="baseline"
      justify="space-between"
      gap={16}
      padding="6px 0"
      borderTop="1px solid var(--line)"
      className={css.figure}
    >
      <dt>
        {nameOf(figure.metric)}
        {limit && <small>{limit}</small>}
      </dt>
      <dd>
        {(figure.standing === 'warning' || figure.standing === 'alarm') && (
          <StatusTag severity={severityOf[figure.standing]} word={texts.words[figure.standing]} />
        )}
        {valueText(figure)}
      </dd>
    </Row>
  );
};

/** One part of the server: status, metrics, and advice if it is not OK. */
export const PartCard = ({ part }: { readonly part: HealthPart }) => {
  const { title, todo } = texts.parts[part.part];
  const id = `health-${part.part}`;
  return (
    <Stack
      as="section"
      surface
      minWidth={0}
      marginBottom="var(--grid-gap)"
      className={`${css.card} ${css[part.standing] ?? ''}`}
      aria-labelledby={id}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <StatusTag severity={severityOf[part.standing]} word={texts.words[part.standing]} />
      </header>
      {part.standing !== 'ok' && (
        <Text as="p" padding="8px 12px" borderRadius={8} background="var(--sunken)">
          {todo}
        </Text>
      )}
      <dl>
        {part.figures.map((figure) => (
          <Figure key={figure.metric} figure={figure} />
        ))}
      </dl>
    </Stack>
  );
};
