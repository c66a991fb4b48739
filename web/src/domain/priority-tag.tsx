import { type Priority, priorities, priorityLevel } from '@tocsin/contract/priority';
import { texts } from '@tocsin/contract/texts/status';
import { Row } from '../ui/layout.tsx';
import css from './priority-tag.module.css';

/** A priority as a word with an icon of four bars. It has no colour, because colour shows severity. */
export const PriorityTag = ({ priority }: { readonly priority: Priority }) => {
  const filled = priorities.length + 1 - priorityLevel(priority);
  return (
    <Row as="span" inline gap={6} whiteSpace="nowrap" data-priority={priority}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true" focusable="false">
        {priorities.map((each, index) => (
          <rect
            key={each}
            x={index * 3.5}
            y={9 - index * 3}
            width="2.5"
            height={3 + index * 3}
            className={index < filled ? css.filled : css.empty}
          />
        ))}
      </svg>
      {texts.priorities[priority]}
    </Row>
  );
};
