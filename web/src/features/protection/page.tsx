import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SiteId } from '@tocsin/contract/ids';
import type { ProtectionEntry, ProtectionFilter, ProtectionKind, ProtectionList } from '@tocsin/contract/protection';
import { designKinds } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { Pagination, Select } from 'antd';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { MonthShare, useMonthShare } from '../../domain/month-share.tsx';
import { needText } from '../../domain/protection-count.ts';
import { useSelection } from '../../domain/selection.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { pagesOf } from '../../ui/list-cards.tsx';
import { PageHeader, Tools } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty, Failed, Skeleton } from '../../ui/states.tsx';
import { momentText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { usePhone } from '../../ui/use-media.ts';
import { AssignDialog } from './components/assign-dialog.tsx';
import { DesignDialog, DismissDialog, DismissedDialog, EvidenceDialog } from './components/dialogs.tsx';
import { EntryHeads, EntryRow } from './components/entry-row.tsx';
import head from './components/head.module.css';
import { Head, ProvenLegend } from './components/head.tsx';
import { HoursPage } from './hours-page.tsx';
import { type Assignable, countsOf, needing, othersOf, sectionsOf } from './model.ts';
import css from './page.module.css';
import {
  confirmDesign,
  dismissedQuery,
  pageSize,
  protectionCsv,
  protectionPdf,
  protectionQuery,
  showInMenu,
} from './queries.ts';

type Ordering = ProtectionFilter['ordering'];
const orderings: readonly Ordering[] = ['kind', 'since', '-since', 'site', 'sensor', 'until'];

const Waiting = ({ width }: { readonly width: string }) => (
  <Text as="div" padding="18px 16px" borderTop="1px solid var(--line)" className={css.waiting}>
    <Skeleton width={width} />
  </Text>
);

/** Placeholder with the height of the key figure, so that the list does not move when it arrives. */
const HeadWaiting = () => (
  <Grid
    columns="minmax(320px, 2fr) 3fr"
    gap={12}
    padding="0 var(--page-pad) 12px"
    className={`${head.head} ${css.block}`}
    aria-hidden="true"
  >
    <Waiting width="60%" />
    <Waiting width="80%" />
  </Grid>
);

const Rows = () => (
  <Text as="div" surface margin="0 var(--page-pad)" overflow="hidden" role="status" aria-label={texts.title}>
    {[0, 1, 2, 3, 4].map((row) => (
      <Waiting key={row} width={`${60 - row * 7}%`} />
    ))}
  </Text>
);

const zoneOf = (list: ProtectionList): string => list.results[0]?.timezone ?? 'UTC';

/** The share of the month at the chosen or only site. */
const Month = ({ site, sites }: { readonly site: number | null; readonly sites: ProtectionList['by_site'] }) => {
  const shown = site ?? (sites.length === 1 ? (sites[0]?.id ?? null) : null);
  const month = useMonthShare(shown);
  return shown !== null && month && <MonthShare site={shown} month={month} />;
};

/** Text that says when the last nightly check of the history ended. */
const checkedText = ({ checked_at, as_of }: ProtectionList, zone: string): string =>
  checked_at ? texts.checked(momentText(Date.parse(checked_at), Date.parse(as_of), zone)) : texts.notChecked;

/** That text beside the list, if there is no section of suspicions to contain it. */
const Checked = ({ list }: { readonly list: ProtectionList }) =>
  list.by_kind.suspected_dead === undefined ? <small>{checkedText(list, zoneOf(list))}</small> : null;

/** What a phone tells of the list's head below the list. */
const PhoneFoot = ({ list }: { readonly list: ProtectionList }) =>
  usePhone() && (
    <Stack gap={8} padding="12px 16px">
      <ProvenLegend proven={list.proven} />
      <small>{checkedText(list, zoneOf(list))}</small>
    </Stack>
  );

interface SectionsProps {
  readonly list: ProtectionList;
  readonly isByKind: boolean;
  readonly onDismiss: (entry: ProtectionEntry) => void;
  readonly onShow: (entry: ProtectionEntry) => void;
  readonly onAssign: (entry: Assignable) => void;
  readonly onDesign: (entry: ProtectionEntry) => void;
}

const Sections = ({ list, isByKind, ...on }: SectionsProps) => {
  const now = Date.parse(list.as_of);
  const sections = isByKind ? sectionsOf(list.results) : [{ kind: null, entries: list.results }];
  const zone = zoneOf(list);
  const aboutOf = (kind: ProtectionKind): string =>
    kind === 'suspected_dead' ? checkedText(list, zone) : texts.about[kind];
  return (
    <Text as="div" surface margin="0 var(--page-pad)" overflow="hidden" className={css.list}>
      <EntryHeads />
      {sections.map(({ kind, entries }) => (
        <section key={kind ?? 'all'} aria-label={kind === null ? texts.title : texts.kinds[kind]}>
          {kind !== null && (
            <Row
              as="h2"
              align="baseline"
              gap={8}
              padding="6px 16px"
              background="var(--sunken)"
              size={14}
              weight={600}
              className={css.section}
            >
              {texts.kinds[kind]} <Count of={needing(list, kind) || entries.length} />
              <Text as="small" marginLeft="auto" tone="quiet" size={12} weight={400} textAlign="right">
                {aboutOf(kind)}
              </Text>
            </Row>
          )}
          <ul>
            {entries.map((entry) => (
              <EntryRow key={entry.key} entry={entry} now={now} {...on} />
            ))}
          </ul>
        </section>
      ))}
    </Text>
  );
};

type OpenDialog =
  | { readonly kind: 'dismiss' | 'evidence' | 'design'; readonly entry: ProtectionEntry }
  | { readonly kind: 'assign'; readonly entry: Assignable }
  | { readonly kind: 'dismissed' };

interface DialogsProps {
  readonly open: OpenDialog;
  readonly list: ProtectionList | undefined;
  readonly onClose: () => void;
}

const Dialogs = ({ open, list, onClose }: DialogsProps) => {
  switch (open.kind) {
    case 'dismiss':
      return <DismissDialog entry={open.entry} onClose={onClose} />;
    case 'design':
      return <DesignDialog entry={open.entry} others={othersOf(list?.results ?? [], open.entry)} onClose={onClose} />;
    case 'evidence':
      return <EvidenceDialog entry={open.entry} onClose={onClose} />;
    case 'assign':
      return <AssignDialog entry={open.entry} onClose={onClose} />;
    case 'dismissed':
      return <DismissedDialog onClose={onClose} />;
    default:
      return open satisfies never;
  }
};

/** What does not protect now, and the protected hours of the past. */
export const ProtectionPage = () => {
  const asked = useSearch({ from: '/frame/protection' });
  return asked.view === 'hours' ? <HoursPage asked={asked} /> : <NowPage asked={asked} />;
};

/** The protection list of the selected client or of one of its sites: everything that does not protect now. */
const NowPage = ({ asked }: { readonly asked: { readonly site?: number; readonly csv?: true } }) => {
  const { client } = useSelection();
  const [site, setSite] = useState<SiteId | null>(asked.site === undefined ? null : SiteId.parse(asked.site));
  const [kind, setKind] = useState<ProtectionKind | null>(null);
  const [ordering, setOrdering] = useState<Ordering>('kind');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const words = useDeferredValue(search.trim());
  const filter = {
    ordering,
    ...(site === null ? {} : { location: site }),
    ...(kind === null ? {} : { kind }),
    ...(words === '' ? {} : { search: words }),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery(protectionQuery(client, filter, page));
  const isByDesign = Object.keys(data?.by_design ?? {}).length > 0;
  const designed = useQuery({ ...protectionQuery(client, filter, 1, true), enabled: isByDesign }).data;
  const queries = useQueryClient();
  useEffect(() => {
    if (data && !isPlaceholderData) showInMenu(queries, client, data);
  }, [queries, client, data, isPlaceholderData]);
  const takeBack = useAction((entry: ProtectionEntry) => confirmDesign(queries, [entry], null), {
    toast: texts.design.takenBack,
  });
  const on = {
    isByKind: ordering === 'kind',
    onDismiss: (entry: ProtectionEntry) => setOpen({ kind: 'dismiss', entry }),
    onShow: (entry: ProtectionEntry) => setOpen({ kind: 'evidence', entry }),
    onAssign: (entry: Assignable) => setOpen({ kind: 'assign', entry }),
    onDesign: (entry: ProtectionEntry) =>
      entry.is_by_design ? takeBack.run(entry) : setOpen({ kind: 'design', entry }),
  };
  const dismissed = useQuery(dismissedQuery(client)).data?.count ?? 0;
  const save = (work: Promise<void>): void => void work.catch(() => showToast('error', texts.failed));
  const sites = data?.by_site ?? [];
  useCsvLink(asked);
  const folded = useRef<HTMLDetailsElement>(null);
  const showDesign = (): void => {
    if (folded.current) folded.current.open = true;
    folded.current?.scrollIntoView();
  };
  const change = (set: () => void): void => {
    set();
    setPage(1);
  };
  const isPhone = usePhone();
  const find = (
    <SearchBox value={search} onChange={(text) => change(() => setSearch(text))} placeholder={texts.search} />
  );
  const sort = (
    <Select
      aria-label={texts.sort}
      className={css.select ?? ''}
      value={ordering}
      onChange={(next) => change(() => setOrdering(next))}
      options={orderings.map((value) => ({ value, label: `${texts.sort}: ${texts.orderings[value]}` }))}
    />
  );
  if (client === null) return <Empty icon="shield" title={texts.chooseClient} />;
  return (
    <>
      <PageHeader title={texts.title} about={data ? needText(countsOf(data)) : ' '}>
        <Tools label={texts.tools}>
          <Select
            aria-label={texts.site}
            className={css.select ?? ''}
            value={site ?? 0}
            onChange={(id) => change(() => setSite(id === 0 ? null : SiteId.parse(id)))}
            options={[
              { value: 0, label: texts.allSites },
              ...sites.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
          {isPhone && find}
          {isPhone && sort}
          <Button icon="download" onClick={() => save(protectionCsv(filter))}>
            {texts.csv}
          </Button>
          <Button icon="download" onClick={() => save(protectionPdf(filter))}>
            {texts.pdf}
          </Button>
        </Tools>
      </PageHeader>
      {data && <Head list={data} kind={kind} onPick={(next) => change(() => setKind(next))} />}
      {!data && !error && <HeadWaiting />}
      <Row wrap gap={12} padding="0 var(--page-pad) 12px" className={css.tools}>
        {!isPhone && find}
        {!isPhone && sort}
        <Row as="span" gap={16} marginLeft="auto" className={css.beside}>
          <Month site={site} sites={sites} />
          {data && !isPhone && <Checked list={data} />}
          {data && !isPhone && <Designed list={data} onShow={showDesign} />}
          {dismissed > 0 && (
            <Button onClick={() => setOpen({ kind: 'dismissed' })}>{texts.dismissed.show(dismissed)}</Button>
          )}
        </Row>
      </Row>
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Rows />}
      {data?.total === 0 && <Empty icon="shield" title={texts.empty} text={texts.emptyText} />}
      {data && data.total > 0 && data.count === 0 && (designed?.count ?? 0) === 0 && <Empty title={texts.emptyFound} />}
      {data && data.count > 0 && <Sections list={data} {...on} />}
      {designed && designed.count > 0 && (
        <Text as="details" ref={folded} marginTop={12}>
          <Text as="summary" padding="8px var(--page-pad)" tone="quiet">
            {texts.design.folded(designed.count)}
          </Text>
          <Sections list={designed} {...on} />
        </Text>
      )}
      {data && (
        <Pagination
          {...pagesOf({ page, size: pageSize, total: data.count, onPage: setPage })}
          className={css.pages ?? ''}
        />
      )}
      {data && <PhoneFoot list={data} />}
      {open && <Dialogs open={open} list={data} onClose={() => setOpen(null)} />}
    </>
  );
};

/** Downloads the site's CSV file once if the address, from the weekly e-mail, asks for it. */
const useCsvLink = ({ site, csv }: { readonly site?: number; readonly csv?: true }): void => {
  useEffect(() => {
    if (!csv || site === undefined) return;
    protectionCsv({ location: SiteId.parse(site) }).catch(() => showToast('error', texts.failed));
  }, [site, csv]);
};

/** What is so by design, by its reason; leads there. */
const Designed = ({ list, onShow }: { readonly list: ProtectionList; readonly onShow: () => void }) => {
  const all = designKinds.flatMap((kind) => {
    const count = list.by_design?.[kind] ?? 0;
    return count > 0 ? [{ count, text: `${texts.kinds[kind]} ${count}` }] : [];
  });
  if (all.length === 0) return null;
  return (
    <Button size="bar" onClick={onShow}>
      {texts.design.more(
        all.reduce((sum, { count }) => sum + count, 0),
        all.map(({ text }) => text).join(', '),
      )}
    </Button>
  );
};
