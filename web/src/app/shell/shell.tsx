import { Outlet } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import type { ReactNode } from 'react';
import { useMe } from '../../domain/me.ts';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { usePageSkips } from '../../ui/page-skips.ts';
import { usePhone } from '../../ui/use-media.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Keys } from './keys.tsx';
import { PageFrame } from './page-frame.tsx';
import css from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import type { LoadHelp } from './use-targets.ts';

interface Props {
  /** Right side of the header, such as the bell. */
  readonly tools?: ReactNode;
  /** Renders the help link of the phone's More list. */
  readonly help: (onFollow: () => void) => ReactNode;
  /** Loads the help pages for the search. */
  readonly loadHelp: LoadHelp;
  /** Between header and page; pushes the page down. */
  readonly banner?: ReactNode;
  /** On top of the page, such as toasts. */
  readonly over?: ReactNode;
  /** The number on the link to notifications. */
  readonly alarms?: ReactNode;
  /** The number on the link to the protection list. */
  readonly protection?: ReactNode;
  /** News, below the sidebar links. */
  readonly news?: ReactNode;
  /** Links of static pages, below every page. */
  readonly footer?: ReactNode;
}

/** Publishes the height of the sticky header and banner, for elements that stick below them. */
const measureTop = (element: HTMLDivElement | null): (() => void) | undefined => {
  if (element === null) return undefined;
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--top-height', `${element.offsetHeight}px`);
  });
  observer.observe(element);
  return () => observer.disconnect();
};

const SkipLink = ({ to, label }: { readonly to: string; readonly label: string }) => (
  <Text
    as="a"
    position="fixed"
    zIndex={1000}
    top={8}
    left={8}
    padding="8px 16px"
    borderRadius="var(--r-button)"
    background="var(--brand)"
    className={css.skip}
    href={`#${to}`}
  >
    {label}
  </Text>
);

export const Shell = ({ tools, help, loadHelp, banner, over, alarms, protection, news, footer }: Props) => {
  const me = useMe();
  const phone = usePhone();
  const skips = usePageSkips();
  if (me === undefined) return null;
  return (
    <div className={phone ? css.phone : css.frame}>
      <SkipLink to="content" label={texts.toContent} />
      {!phone && <Sidebar me={me} alarms={alarms} protection={protection} news={news} />}
      <Stack grows minWidth={0}>
        <Text as="div" position="sticky" zIndex={20} top={0} className={css.top} ref={measureTop}>
          <Row
            as="header"
            justify="space-between"
            gap={20}
            padding="0 var(--page-pad)"
            borderBottom="1px solid var(--line)"
            className={css.header}
          >
            <Breadcrumb me={me} />
            <Row gap={12} className={css.tools}>
              <Keys me={me} loadHelp={loadHelp} />
              {tools}
            </Row>
          </Row>
          {banner}
        </Text>
        <Text id="content" tabIndex={-1} as="main" position="relative" flex={1} minWidth={0} className={css.content}>
          {skips.map(({ id, label }) => (
            <SkipLink key={id} to={id} label={label} />
          ))}
          <PageFrame>
            <Outlet />
          </PageFrame>
        </Text>
        {footer}
      </Stack>
      {phone && <BottomBar me={me} alarms={alarms} help={help} />}
      {over}
    </div>
  );
};
