import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { tokensCss } from './src/ui/tokens-css.ts';
import { still } from './still.ts';

/** Generates the style sheet of colours and sizes from tokens.ts. */
const tokens = (): Plugin => ({
  name: 'tocsin-tokens',
  resolveId: (id) => (id === 'virtual:tokens.css' ? '\0tokens.css' : undefined),
  load: (id) => (id === '\0tokens.css' ? tokensCss() : undefined),
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

const server = process.env.TOCSIN_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tokens(), still(), buildName()],
  build: {
    target: 'es2023',
    // The content security policy allows no inline scripts and no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/ws': { target: server, ws: true } },
  },
});
