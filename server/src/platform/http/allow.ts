import type { FastifyInstance } from 'fastify';

/** The segments of a path; a trailing slash is ignored. */
const partsOf = (path: string): readonly string[] => (path.endsWith('/') ? path.slice(0, -1) : path).split('/');

/** Whether this is the path of the route, whose segments with a colon match anything. */
const matches = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length &&
  route.every((part, at) => (part.startsWith(':') ? path[at] !== '' : part === path[at]));

/**
 * Collects the methods of each address, so that others are answered with 405 and `Allow`. Call it before any route is
 * added; the returned function gives an empty list for an unknown address.
 */
export const watchMethods = (http: FastifyInstance): ((url: string) => readonly string[]) => {
  const routes = new Map<string, { readonly segments: readonly string[]; readonly methods: Set<string> }>();
  http.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return;
    const known = routes.get(url) ?? { segments: partsOf(url), methods: new Set<string>() };
    for (const one of Array.isArray(method) ? method : [method]) known.methods.add(one);
    routes.set(url, known);
  });
  return (url) => {
    const path = partsOf(url.split('?', 1)[0] ?? '');
    const methods = new Set<string>();
    for (const { segments, methods: has } of routes.values())
      if (matches(segments, path)) for (const method of has) methods.add(method);
    return [...methods].sort();
  };
};
