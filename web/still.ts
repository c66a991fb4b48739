import type { Plugin, Rollup } from 'vite';
import { createServer } from 'vite';

/**
 * Puts the landing page into index.html as it stands before any script runs, with its styles, so that a phone shows it
 * with the first answer. The script then takes its place (features/accounts/landing/still.tsx). first.js decides before
 * the first paint whether it is shown: never to somebody who is signed in, never on another route.
 */
const room = 'src/features/accounts';

const render = async (root: string): Promise<string> => {
  const vite = await createServer({
    root,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
  });
  try {
    const { stillHtml } = (await vite.ssrLoadModule(`/${room}/landing/still.tsx`)) as { stillHtml: () => string };
    return stillHtml();
  } finally {
    await vite.close();
  }
};

type Bundle = Rollup.OutputBundle;
const chunkOf = (bundle: Bundle, part: (chunk: Rollup.OutputChunk) => boolean): Rollup.OutputChunk => {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && part(file));
  if (found?.type !== 'chunk') throw new Error('the landing page has no chunk');
  return found;
};

/** The stylesheets of a chunk and of all that it imports, in the order in which they would load. */
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

/** Every class of the markup must have kept its name in the built styles, or the page would stand there naked. */
const checkClasses = (html: string, css: string): void => {
  for (const [, names] of html.matchAll(/class="([^"]*)"/g)) {
    for (const name of (names ?? '').split(' ')) {
      if (/^_/.test(name) && !css.includes(`.${name}`))
        throw new Error(`the still page's class ${name} is not in the built styles`);
    }
  }
};

/** Over the root's place, so that nothing moves when it gives way; never where it is not the page. */
const placed =
  '#landing-still{position:absolute;z-index:1;inset:0 0 auto}html:not([data-page=landing]) #landing-still{display:none}';

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
      if (page?.type !== 'asset') throw new Error('there is no index.html');
      const html = await render(root);
      const entry = chunkOf(bundle, (chunk) => chunk.isEntry);
      const landing = chunkOf(bundle, (chunk) => chunk.facadeModuleId?.endsWith(`${room}/landing-page.tsx`) ?? false);
      const names = [...new Set([...stylesOf(bundle, entry), ...stylesOf(bundle, landing)])];
      const css = names.map((name) => sourceOf(bundle, name)).join('');
      checkClasses(html, css);
      page.source = String(page.source)
        .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
        .replace('</head>', () => `<style>${css}${placed}</style></head>`)
        .replace('<div id="root">', () => `<div id="landing-still">${html}</div><div id="root">`);
    },
  };
};
