import { createServer, type Plugin, type Rollup } from 'vite';

const folder = 'src/features/accounts';

interface Markup {
  /** The landing page. */
  readonly landing: string;
  /** The outline of signed-in pages. */
  readonly frame: string;
}

const render = async (root: string): Promise<Markup> => {
  const vite = await createServer({
    root,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
  });
  try {
    const { stillHtml, frameHtml } = (await vite.ssrLoadModule(`/${folder}/landing/still.tsx`)) as {
      readonly stillHtml: () => string;
      readonly frameHtml: () => string;
    };
    return { landing: stillHtml(), frame: frameHtml() };
  } finally {
    await vite.close();
  }
};

type Bundle = Rollup.OutputBundle;
const chunkOf = (bundle: Bundle, part: (chunk: Rollup.OutputChunk) => boolean): Rollup.OutputChunk => {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && part(file));
  if (found?.type !== 'chunk') throw new Error('The bundle has no chunk of the landing page');
  return found;
};

/** The style sheets of a chunk and of its imports, in loading order. */
const stylesOf = (bundle: Bundle, chunk: Rollup.OutputChunk, seen = new Set<string>()): readonly string[] => {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const below = chunk.imports.flatMap((name) => {
    const next = bundle[name];
    return next?.type === 'chunk' ? stylesOf(bundle, next, seen) : [];
  });
  return [...new Set([...below, ...(chunk.viteMetadata?.importedCss ?? [])])];
};

const sourceOf = (bundle: Bundle, name: string): string => {
  const file = bundle[name];
  return file?.type === 'asset' ? String(file.source) : '';
};

/** Throws if a class of the markup is missing from the built styles, because the page would be unstyled. */
const checkClasses = (html: string, css: string): void => {
  for (const [, names] of html.matchAll(/class="([^"]*)"/g)) {
    for (const name of (names ?? '').split(' ')) {
      if (/^_/.test(name) && !css.includes(`.${name}`))
        throw new Error(`Class ${name} of the static landing page is not in the built styles`);
    }
  }
};

/** Styles that put both over #root, so that nothing moves when they are replaced; hidden on other pages. */
const placed =
  '#landing-still{position:absolute;z-index:1;inset:0 0 auto}html:not([data-page=landing]) #landing-still{display:none}' +
  '#root:not(:empty)~#frame-still,html:not([data-page=frame]) #frame-still{display:none}';

/**
 * Renders the landing page, the outline of signed-in pages and their styles into index.html, so that a phone shows them
 * with the first response. public/first.js decides before the first paint which of them is shown, if any; the script then
 * replaces it (features/accounts/landing/take-over.ts, the first page that React renders).
 */
export const still = (): Plugin => {
  let root = '';
  return {
    name: 'tocsin-still',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The bundle has no index.html');
      const { landing: html, frame } = await render(root);
      const entry = chunkOf(bundle, (chunk) => chunk.isEntry);
      const landing = chunkOf(bundle, (chunk) => chunk.facadeModuleId?.endsWith(`${folder}/landing-page.tsx`) ?? false);
      const start = chunkOf(bundle, (chunk) => chunk.name === 'start');
      const names = [...new Set([entry, start, landing].flatMap((chunk) => stylesOf(bundle, chunk)))];
      const css = names.map((name) => sourceOf(bundle, name)).join('');
      checkClasses(html, css);
      checkClasses(frame, css);
      page.source = String(page.source)
        .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
        .replace('</head>', () => `<style>${css}${placed}</style></head>`)
        .replace('<div id="root">', () => `<div id="landing-still">${html}</div><div id="root">`)
        .replace('<noscript>', () => `<div id="frame-still">${frame}</div><noscript>`);
    },
  };
};
