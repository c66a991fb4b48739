import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Identifies the build of the page: pages reload themselves when it changes. */
export const buildOf = (webDir: string): string => {
  const page = join(webDir, 'index.html');
  return existsSync(page) ? createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 12) : 'none';
};

/** Serves the built page: hashed assets cached forever, index.html never. Returns false when there is no build. */
export const addWeb = async (http: FastifyInstance, webDir: string): Promise<boolean> => {
  if (!existsSync(join(webDir, 'index.html'))) return false;
  await http.register(fastifyStatic, {
    root: webDir,
    // A route for each file: for a wildcard, every request would read the whole folder to compare names.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: 'index.html',
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return true;
};
