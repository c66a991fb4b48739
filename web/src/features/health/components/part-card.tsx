import type { HealthFigure, HealthPart } from '@tocsin/contract/health';
import { texts } from '@tocsin/contract/texts/health';
import { Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import css from '../health.module.css';
import { limitText, nameOf, severityOf, valueText } from '../model.ts';
import { FigureRow, HealthCard } from './health-card.tsx';

const Figure = ({ figure }: { readonly figure: HealthFigure }) => {
  const limit = limitText(figure);
  return (
    <FigureRow>
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
    </FigureRow>
  );
};

/** One part of the server: status, metrics, and advice if it is not OK. */
export const PartCard = ({ part }: { readonly part: HealthPart }) => {
  const { title, todo } = texts.parts[part.part];
  const tag = <StatusTag severity={severityOf[part.standing]} word={texts.words[part.standing]} />;
  return (
    <HealthCard id={`health-${part.part}`} title={title} tag={tag} className={css[part.standing]}>
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
    </HealthCard>
  );
};
