import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/help';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Grid, Text } from '../../ui/layout.tsx';
import { NotFound } from '../../ui/page-states.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { chapters, pages } from './book.ts';
import css from './help.module.css';
import { Leaf } from './leaf.tsx';
import { leaves } from './leaves.ts';
import { wordsOf } from './markdown.ts';
import { rememberTourClosed } from './tour-closed.ts';

const words: ReadonlyMap<string, string> = new Map(
  [...leaves].map(([slug, source]) => [slug, searchText(wordsOf(source))]),
);

const titleOf = (slug: string): string => pages.find((page) => page.slug === slug)?.title ?? texts.title;

const hasAll = (slug: string, query: string): boolean =>
  searchText(query)
    .split(/\s+/)
    .every((word) => words.get(slug)?.includes(word));

/** The user documentation: contents on the left, one page on the right. */
export const HelpPage = () => {
  const { slug = 'start' } = useParams({ strict: false });
  const queries = useQueryClient();
  const [query, setQuery] = useState('');
  const source = leaves.get(slug);
  const shown = chapters
    .map((chapter) => ({ ...chapter, pages: chapter.pages.filter((page) => hasAll(page.slug, query)) }))
    .filter((chapter) => chapter.pages.length > 0);
  const next = pages[pages.findIndex((page) => page.slug === slug) + 1];
  return (
    <Grid columns="260px minmax(0, 760px)" gap={20} align="start" padding="20px var(--page-pad)" className={css.help}>
      <Grid
        as="nav"
        position="sticky"
        columns="minmax(0, 1fr)"
        gap={12}
        padding={2}
        overflowY="auto"
        className={css.contents}
        aria-label={texts.contents}
      >
        <SearchBox value={query} onChange={setQuery} placeholder={texts.search} />
        {shown.map((chapter) => (
          <section key={chapter.title}>
            <h2>{chapter.title}</h2>
            <ul>
              {chapter.pages.map((page) => (
                <li key={page.slug}>
                  <Link
                    to="/help/$slug"
                    params={{ slug: page.slug }}
                    aria-current={page.slug === slug ? 'page' : undefined}
                  >
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <Button icon="play" onClick={() => void rememberTourClosed(queries, false)}>
          {texts.tour.again}
        </Button>
        {shown.length === 0 && <p role="status">{texts.nothingFound(query)}</p>}
      </Grid>
      <Text as="div" surface padding="24px 32px 28px" className={css.paper}>
        {source === undefined ? <NotFound /> : <Leaf source={source} title={texts.tab(titleOf(slug))} />}
        {next && (
          <Text
            as="p"
            margin="24px 0 0"
            paddingTop={14}
            borderTop="1px solid var(--line)"
            tone="quiet"
            className={css.next}
          >
            {texts.next}:{' '}
            <Link to="/help/$slug" params={{ slug: next.slug }}>
              {next.title}
            </Link>
          </Text>
        )}
      </Text>
    </Grid>
  );
};
