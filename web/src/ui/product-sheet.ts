/**
 * The product's own styles as one sheet that shadow roots adopt: everything that the page has loaded except the
 * operator's custom styles and antd's. Updated as pages load further styles.
 */
let sheet: CSSStyleSheet | null = null;
let waiting = false;

const isOurs = (owner: Element | ProcessingInstruction | null): boolean =>
  owner instanceof HTMLLinkElement ||
  (owner instanceof HTMLStyleElement &&
    owner.id !== 'custom-styles' &&
    !owner.hasAttribute('data-css-hash') &&
    !owner.hasAttribute('data-rc-order'));

const textOf = (each: CSSStyleSheet): string => {
  try {
    return [...each.cssRules].map((rule) => rule.cssText).join('\n');
  } catch {
    // An unreadable sheet (of a browser extension) is not ours.
    return '';
  }
};

const fill = (into: CSSStyleSheet): void => {
  waiting = false;
  const ownSheets = [...document.styleSheets].filter((each) => isOurs(each.ownerNode));
  into.replaceSync(ownSheets.map(textOf).join('\n'));
};

/**
 * The page's own styles as one sheet for shadow roots: always the same object, updated while styles
 * load.
 */
export const productSheet = (): CSSStyleSheet => {
  if (sheet !== null) return sheet;
  const created = new CSSStyleSheet();
  sheet = created;
  fill(created);
  const refreshSoon = (): void => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => fill(created));
  };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      // A linked sheet has its rules once loaded.
      if (node instanceof HTMLLinkElement) node.addEventListener('load', refreshSoon);
      if (node instanceof HTMLStyleElement) refreshSoon();
    }
  }).observe(document.head, { childList: true });
  return created;
};
