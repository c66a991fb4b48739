import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/settings';
import { Stack } from '../../ui/layout.tsx';
import { entriesQuery } from './queries.ts';
import css from './settings.module.css';

/** The newest entries of the operator's feeds as plain external links; nothing if there are none. */
export const News = () => {
  const { data } = useQuery(entriesQuery());
  if (!data || data.count === 0) return null;
  return (
    <Stack
      as="section"
      gap={10}
      maxHeight={220}
      padding="8px 12px"
      overflowY="auto"
      size={12}
      line={16}
      className={css.news}
      aria-label={texts.news.title}
    >
      {data.results.map((entry) => (
        <article key={`${entry.url} ${entry.title}`}>
          <a href={entry.url} target="_blank" rel="noopener noreferrer" title={`${entry.feed}, ${texts.news.open}`}>
            {entry.title}
          </a>
          <p>{entry.feed}</p>
        </article>
      ))}
    </Stack>
  );
};
