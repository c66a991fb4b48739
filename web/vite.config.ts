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

/** Writes the build's name into the page and into build.json, which an open page compares (live/build.ts). */
const buildName = (): Plugin => ({
  name: 'tocsin-build-name',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => html.replace('content="dev"', `content="${nameOf(bundle ?? {})}"`),
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

const antdOf = (path: string): string =>
  `${import.meta.dirname}/../node_modules/antd/es/${path}/index.js`.replace('/web/..', '');

/**
 * What every page needs is one file, and what every signed-in page needs a second one, beside what it needs of antd: as a file for each set of pages
 * that share something they were 185 requests, which a slow line answers six at a time.
 */
function sharedFiles(): (id: string, modules: Modules) => string | null {
  let of: Readonly<Record<'first' | 'start' | 'shell' | 'landing' | 'antd', ReadonlySet<string>>> | undefined;
  return (id, modules) => {
    of ??= {
      first: beforeStart(modules),
      start: staticImports([sourceOf('app/start.tsx')], modules),
      shell: staticImports([sourceOf('app/signed-in-shell.tsx')], modules),
      landing: staticImports([sourceOf('features/accounts/landing-page.tsx')], modules),
      antd: staticImports(['config-provider', 'dropdown', 'theme'].map(antdOf), modules),
    };
    // The texts of a file are those of the language that is known when it runs, so nothing that runs before may be in it.
    if (of.first.has(id)) return null;
    if (of.start.has(id)) return 'start';
    if (of.antd.has(id)) return 'antd-shell';
    return of.shell.has(id) && !of.landing.has(id) && !id.includes('/node_modules/') ? 'shell' : null;
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
