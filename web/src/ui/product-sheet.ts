/** The sheet, created on first use. */
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
    // A sheet that cannot be read belongs to a browser extension.
    return '';
  }
};

const fill = (into: CSSStyleSheet): void => {
  waiting = false;
  const ownSheets = [...document.styleSheets].filter((each) => isOurs(each.ownerNode));
  into.replaceSync(ownSheets.map(textOf).join('\n'));
};

/**
 * The product's own styles as one sheet for shadow roots: all loaded styles except the operator's custom styles and
 * antd's. It is always the same object, which is updated as pages load further styles.
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
      // The rules of a linked sheet are available once it is loaded.
      if (node instanceof HTMLLinkElement) node.addEventListener('load', refreshSoon);
      if (node instanceof HTMLStyleElement) refreshSoon();
    }
  }).observe(document.head, { childList: true });
  return created;
};
