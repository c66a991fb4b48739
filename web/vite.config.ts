import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { tokensCss } from './src/kit/tokens-css.ts';

/** tokens.ts is the one home of colours and sizes; the stylesheet is made from it. */
const tokens = (): Plugin => ({
  name: 'tocsin-tokens',
  resolveId: (id) => (id === 'virtual:tokens.css' ? '\0tokens.css' : undefined),
  load: (id) => (id === '\0tokens.css' ? tokensCss() : undefined),
});

/** build.json names the build by its files; an open page compares it and reloads itself (wire/build.ts). */
const buildName = (): Plugin => ({
  name: 'tocsin-build-name',
  apply: 'build',
  generateBundle(_options, bundle) {
    const build = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16);
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build }) });
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName === 'index.html') {
        file.source = String(file.source).replace('content="dev"', `content="${build}"`);
      }
    }
  },
});

const server = process.env.TOCSIN_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tokens(), buildName()],
  build: {
    target: 'es2023',
    // The policy allows no inline script and no data: script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/ws': { target: server, ws: true } },
  },
});
