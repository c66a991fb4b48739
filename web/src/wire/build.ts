import { z } from 'zod';

/** Forms that hold what somebody typed; the page never reloads under them. */
const openForms = new Set<symbol>();

export const holdReload = (): (() => void) => {
  const form = Symbol('form');
  openForms.add(form);
  return () => openForms.delete(form);
};

const mine = (): string | null => document.querySelector<HTMLMetaElement>('meta[name=tocsin-build]')?.content ?? null;
const everyMs = 60_000;
const Answer = z.object({ build: z.string() });

const check = async (): Promise<void> => {
  if (mine() === 'dev' || openForms.size > 0) return;
  const answer = await fetch('/build.json', { cache: 'no-store' });
  if (!answer.ok) return;
  const { build } = Answer.parse(await answer.json());
  if (build !== mine() && openForms.size === 0) window.location.reload();
};

/** A wall must never show an old build: the page reloads itself when the server's build changes. */
export const watchBuild = (): (() => void) => {
  const timer = setInterval(() => {
    // The server may be away just now; the next look will tell.
    check().catch(() => undefined);
  }, everyMs);
  return () => clearInterval(timer);
};
