import { createContext, type ReactNode, useContext, useState } from 'react';
import { IconButton } from './button.tsx';
import { Row, Text } from './layout.tsx';
import css from './page-header.module.css';
import { usePageTitle } from './tab-sign.ts';
import { usePhone } from './use-media.ts';

interface Props {
  readonly title: ReactNode;
  /** Title of the browser tab; required if `title` is not plain text. */
  readonly tab?: string;
  readonly about?: ReactNode;
  /** The page shows the whole site, although it belongs to a device. */
  readonly isOfSite?: boolean;
  /** A link above the title. */
  readonly back?: ReactNode;
  /** A row below title and actions that keeps its height while its controls are loading. */
  readonly toolbar?: ReactNode;
  readonly children?: ReactNode;
}

/** What the navigation adds to the header of the page that is open. */
interface PageFrame {
  /** Title of a merged page, in place of the page's own. */
  readonly title?: string;
  /** What the page is about, beside its title. */
  readonly scope?: ReactNode;
  /** The site, for a page that shows all of it. */
  readonly site?: ReactNode;
  /** What both say. */
  readonly names?: { readonly scope: string; readonly site: string };
  /** The tabs of a merged page, which need no link back. */
  readonly tabs?: ReactNode;
}
export const PageFrameContext = createContext<PageFrame>({});

/** The tabs of a merged page, for a page with a header of its own; `isInline`: within it. */
export const PageTabs = ({ isInline = false }: { readonly isInline?: boolean }) => {
  const { tabs } = useContext(PageFrameContext);
  if (isInline) return tabs;
  return (
    tabs && (
      <Text as="div" padding="4px var(--page-pad) 0">
        <div className={css.tabs}>{tabs}</div>
      </Text>
    )
  );
};

/** Actions of a header; behind one button on a phone, so that the page's content is on its first screen. */
export const Tools = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  if (!usePhone()) return children;
  return (
    <>
      <IconButton icon="sliders" label={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && children}
    </>
  );
};

/** The header of a page: title at the left, actions at the right, with the same height on all pages. */
export const PageHeader = ({ title, tab, about, isOfSite, back, toolbar, children }: Props) => {
  const frame = useContext(PageFrameContext);
  const words = frame.title ?? (typeof title === 'string' ? title : (tab ?? ''));
  const name = frame.names?.[isOfSite ? 'site' : 'scope'] ?? '';
  usePageTitle(tab ?? (typeof title === 'string' ? title : ''));
  return (
    <Row
      as="header"
      align="flex-end"
      justify="space-between"
      wrap
      gap="12px 20px"
      padding="20px var(--page-pad) 16px"
      className={css.header}
    >
      <Row align="baseline" wrap gap="4px 16px" minWidth={0} className={css.words}>
        {back && !frame.tabs && (
          <Text as="div" flex="0 1 100%" size={12} line={16} className={css.back}>
            {back}
          </Text>
        )}
        <Text as="h1" overflowWrap="anywhere">
          {frame.title ?? title}
        </Text>
        {/* A title that names it needs no chip. */}
        {!(name !== '' && words.includes(name)) && (isOfSite ? frame.site : frame.scope)}
        {about && <p className={css.about}>{about}</p>}
      </Row>
      {children && <div className={css.actions}>{children}</div>}
      {frame.tabs && <div className={css.tabs}>{frame.tabs}</div>}
      {toolbar && (
        <Text as="div" flex="0 1 100%" minHeight={32} className={css.toolbar}>
          {toolbar}
        </Text>
      )}
    </Row>
  );
};
