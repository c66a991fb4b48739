import { useQuery } from '@tanstack/react-query';
import { type AnyRoute, Link, useMatches, useRouter } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Me, useMe } from '../../domain/me.ts';
import { deviceQuery, useKnownSite } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { PageFrameContext } from '../../ui/page-header.tsx';
import { intoView } from '../../ui/segments.tsx';
import { profileTitle } from './entries.ts';
import css from './page-frame.module.css';
import { addressOf, type Page, type PageName, pageOf, pages, type Scope, tabsOf } from './pages.ts';

const icons: Readonly<Record<Scope, IconName>> = {
  device: 'device',
  site: 'site',
  client: 'client',
  everything: 'grid',
  own: 'user',
};

/** Whether links to a route are shown to the user. */
export const useShows = (me: Me | undefined): ((route: string) => boolean) => {
  const router = useRouter();
  return useCallback(
    (route) => {
      const routes: Readonly<Record<string, AnyRoute | undefined>> = router.routesByPath;
      return me !== undefined && (routes[route]?.options.staticData?.shows?.(me) ?? true);
    },
    [router, me],
  );
};

/** The open page as navigation knows it; undefined outside of the frame, and for an unknown address. */
export const useOpenPage = (): PageName | undefined =>
  useMatches({ select: (matches) => pageOf(matches.at(-1)?.fullPath ?? '', matches.at(-1)?.search ?? {}) });

/** The names of what a page may be about: the site or device in the address precedes the selected one. */
const useScopeNames = (scope: Scope, me: Me | undefined): Readonly<Record<Scope, string>> => {
  const { site, device: selected } = useSelection();
  const params = useMatches({ select: (matches) => matches.at(-1)?.params }) as Readonly<Record<string, string>>;
  const shownDevice = scope === 'device' && params.id !== undefined ? Number(params.id) : selected;
  const device = useQuery(deviceQuery(shownDevice)).data?.title;
  const shown = scope === 'site' ? Number(params.siteId ?? params.id ?? site) : site;
  const title = useKnownSite(shown || null)?.title;
  const company = me?.current_client?.company ?? texts.everything;
  const own = me === undefined ? '' : profileTitle(me);
  return {
    device: device ?? company,
    site: title ?? company,
    client: company,
    everything: texts.everything,
    own,
  };
};

const ScopeChip = ({ scope, name }: { readonly scope: Scope; readonly name: string }) =>
  name !== '' && (
    <Row
      as="span"
      inline
      gap={6}
      maxWidth="100%"
      padding="1px 8px"
      border="1px solid var(--line2)"
      borderRadius="var(--r-button)"
      background="var(--surface)"
      tone="quiet"
      size={12}
      title={texts.scopes[scope]}
    >
      <Icon name={icons[scope]} size={14} />
      <span className="unseen">{texts.scopes[scope]} </span>
      <Text overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {name}
      </Text>
    </Row>
  );

const Tabs = ({ page, me }: { readonly page: Page; readonly me: Me | undefined }) => {
  const shows = useShows(me);
  const selected = useSelection();
  const frame = page.tab?.frame;
  if (frame === undefined) return null;
  return (
    <nav className={css.tabs} aria-label={texts.frames[frame]}>
      {tabsOf(frame).map((name) => {
        const each: Page = pages[name];
        const to = addressOf(each, selected);
        const isCurrent = each === page;
        if (each.tab === undefined || (!isCurrent && (to === null || !shows(each.routes[0] ?? '')))) return null;
        return (
          <Link
            key={name}
            to={(to ?? '.') as string}
            search={(each.search ?? {}) as never}
            activeOptions={{ exact: true }}
            aria-current={isCurrent ? 'page' : undefined}
            ref={isCurrent ? intoView : undefined}
          >
            {texts.tabs[each.tab.name]}
          </Link>
        );
      })}
    </nav>
  );
};

/** Gives each page header the page's scope and, in a merged page, its title and tabs. */
export const PageFrame = ({ children }: { readonly children: ReactNode }) => {
  const me = useMe();
  const name = useOpenPage();
  const page: Page | undefined = name && pages[name];
  const scope = page?.scope ?? 'everything';
  const { [scope]: about, site } = useScopeNames(scope, me);
  const frame = useMemo(
    () =>
      page === undefined
        ? {}
        : {
            ...(page.tab && !page.tab.ownTitle ? { title: texts.frames[page.tab.frame] } : {}),
            scope: <ScopeChip scope={scope} name={about} />,
            site: <ScopeChip scope="site" name={site} />,
            names: { scope: about, site },
            ...(page.tab ? { tabs: <Tabs page={page} me={me} /> } : {}),
          },
    [page, me, about, scope, site],
  );
  return <PageFrameContext value={frame}>{children}</PageFrameContext>;
};
