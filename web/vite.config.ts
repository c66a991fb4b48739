import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { noChunkCycles } from './chunk-cycles.ts';
import { layoutCss } from './src/ui/layout-css.ts';
import { tokensCss } from './src/ui/tokens-css.ts';
import { still } from './still.ts';

/** Style sheets that are generated, by the ids of their modules. */
const sheets: Readonly<Record<string, () => string>> = { '\0tokens.css': tokensCss, '\0layout.css': layoutCss };

/** Generates the style sheets of colours and sizes from tokens.ts, and of the layout components from layout-css.ts. */
const generated = (): Plugin => ({
  name: 'tocsin-generated',
  resolveId: (id) => (/^virtual:(tokens|layout)\.css$/.test(id) ? id.replace('virtual:', '\0') : undefined),
  load: (id) => sheets[id]?.(),
});

/** Name of a build: a hash of the names of its scripts and styles, which contain hashes of their contents. */
const nameOf = (bundle: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(
      Object.keys(bundle)
        .filter((file) => /\.(js|css)$/.test(file))
        .sort()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16);

/** The scripts of every signed-in page, which first.js requests at once. */
const shellOf = (bundle: Readonly<Record<string, unknown>>): string =>
  Object.keys(bundle)
    .filter((file) => /^assets\/(?:antd-shell|shell|both|pages)-[^/]*\.js$/.test(file))
    .map((file) => `/${file}`)
    .join(' ');

/** Writes the build's name into the page and into build.json, which an open page compares (live/build.ts). */
const buildName = (): Plugin => ({
  name: 'tocsin-build-name',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html
        .replace('content="dev"', `content="${nameOf(bundle)}"`)
        .replace('content="scripts"', `content="${shellOf(bundle)}"`),
  },
  generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build: nameOf(bundle) }) });
  },
});

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

const sourceOf = (path: string): string => `${import.meta.dirname}/src/${path}`;

/** These modules and all that they import statically. */
function staticImports(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    // The index of antd names every component, used or not.
    if (!id.endsWith('/antd/es/index.js')) open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** main.tsx and the languages that it may load: what runs before the texts of the pages. */
function beforeStart(modules: Modules): ReadonlySet<string> {
  const main = staticImports([sourceOf('main.tsx')], modules);
  const languages = [...main]
    .flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => id !== sourceOf('app/start.tsx'));
  return staticImports([...main, ...languages], modules);
}

/** Pages that people open most. What three of them need is one file. */
const usualPages = ['sites-route', 'devices-route', 'dashboard-route', 'log-route'].map((name) =>
  sourceOf(`app/${name}.tsx`),
);
const graphsPage = sourceOf('features/telemetry/graphs/page.tsx');
const minPages = 3;
/** Bars above every page, which are loaded after it. */
const lateBars = [
  'app/shell/idle-bar.tsx',
  'app/shell/waiting-bar.tsx',
  'features/maintenance/running-bar.tsx',
  'features/walk-tests/walk-bar.tsx',
].map(sourceOf);

const antdOf = (path: string): string =>
  `${import.meta.dirname}/../node_modules/antd/es/${path}/index.js`.replace('/web/..', '');

/** Whether a module needs no more of packages than every page does: what is in a shared file is loaded with all of it. */
const isLight = (
  id: string,
  { start, antd }: { readonly start: ReadonlySet<string>; readonly antd: ReadonlySet<string> },
  modules: Modules,
): boolean =>
  [...staticImports([id], modules)].every((one) => !one.includes('/node_modules/') || start.has(one) || antd.has(one));

/**
 * What every page needs is one file, and what every signed-in page needs a second one, beside what it needs of antd, what it shares
 * with the landing page, with most other pages, and what comes later: as a file for each set of pages that share something they were
 * 185 requests, which a slow line answers six at a time.
 */
function sharedFiles(): (id: string, modules: Modules) => string | null {
  let of: Readonly<Record<'first' | 'start' | 'shell' | 'landing' | 'antd' | 'bars', ReadonlySet<string>>> | undefined;
  let usual: readonly ReadonlySet<string>[] = [];
  return (id, modules) => {
    of ??= {
      first: beforeStart(modules),
      start: staticImports([sourceOf('app/start.tsx')], modules),
      shell: staticImports([sourceOf('app/signed-in-shell.tsx')], modules),
      landing: staticImports([sourceOf('features/accounts/landing-page.tsx')], modules),
      antd: staticImports(['config-provider', 'dropdown', 'theme'].map(antdOf), modules),
      bars: staticImports(lateBars, modules),
    };
    if (usual.length === 0) usual = [...usualPages, graphsPage].map((page) => staticImports([page], modules));
    // The texts of a file are those of the language that is known when it runs, so nothing that runs before may be in it.
    if (of.first.has(id)) return null;
    if (of.start.has(id)) return 'start';
    if (of.antd.has(id)) return 'antd-shell';
    if (id.includes('/node_modules/')) return null;
    if (of.shell.has(id)) return of.landing.has(id) ? 'both' : 'shell';
    if (usual.filter((page) => page.has(id)).length >= minPages && isLight(id, of, modules)) return 'pages';
    return of.bars.has(id) && isLight(id, of, modules) ? 'bars' : null;
  };
}

const server = process.env.TOCSIN_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), generated(), still(), buildName(), noChunkCycles()],
  build: {
    target: 'es2023',
    // The content security policy allows no inline scripts and no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB: what every page needs is one file (sharedFiles).
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      output: {
        // Groups by entries are named after all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: sharedFiles(), debugName: 'start, shell' },
            {
              name: 'antd',
              // With what antd needs: elsewhere it would be imported back and forth.
              test: /node_modules\/(antd|@ant-design|@rc-component|dayjs|throttle-debounce)\//,
              entriesAware: true,
              entriesAwareMergeThreshold: 60_000,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/ws': { target: server, ws: true } },
  },
});
