/** A copy of each linked sheet that has been read. */
const copies = new Map<CSSStyleSheet, CSSStyleSheet>();
/** The shadow roots that use the product's styles. */
const roots = new Set<ShadowRoot>();
let isObserved = false;
let isWaiting = false;

const isOurs = (owner: Element | ProcessingInstruction | null): boolean =>
  owner instanceof HTMLLinkElement ||
  (owner instanceof HTMLStyleElement &&
    owner.id !== 'custom-styles' &&
    !owner.hasAttribute('data-css-hash') &&
    !owner.hasAttribute('data-rc-order'));

const copyOf = (original: CSSStyleSheet): CSSStyleSheet => {
  const known = copies.get(original);
  if (known) return known;
  const copy = new CSSStyleSheet();
  try {
    copy.replaceSync([...original.cssRules].map((rule) => rule.cssText).join('\n'));
  } catch {
    // A sheet that cannot be read belongs to a browser extension.
  }
  // A style element may be changed, a linked sheet is not.
  if (original.ownerNode instanceof HTMLLinkElement) copies.set(original, copy);
  return copy;
};

const update = (): void => {
  isWaiting = false;
  const own = [...document.styleSheets].filter((each) => isOurs(each.ownerNode)).map(copyOf);
  for (const root of roots) root.adoptedStyleSheets = own;
};

/** Updates the roots as pages load further styles. */
const observe = (): void => {
  if (isObserved) return;
  isObserved = true;
  const updateSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(update);
  };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      // The rules of a linked sheet are available once it is loaded.
      if (node instanceof HTMLLinkElement) node.addEventListener('load', updateSoon);
      if (node instanceof HTMLStyleElement) updateSoon();
    }
  }).observe(document.head, { childList: true });
};

/**
 * Gives a shadow root the product's own styles: all loaded styles, and those of pages opened later, except the operator's
 * custom styles and antd's. Returns the function that ends it.
 */
export const adoptProductStyles = (root: ShadowRoot): (() => void) => {
  observe();
  roots.add(root);
  update();
  return () => void roots.delete(root);
};
