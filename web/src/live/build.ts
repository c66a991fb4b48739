import { z } from 'zod';
import { hasUnsavedForm } from '../ui/unsaved-forms.ts';

/** The name of the build that this page runs. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=tocsin-build]')?.content ?? null;
const everyMs = 60_000;
const Answer = z.object({ build: z.string() });

const check = async (): Promise<void> => {
  if (ownBuild() === 'dev' || hasUnsavedForm()) return;
  const answer = await fetch('/build.json', { cache: 'no-store' });
  if (!answer.ok) return;
  const { build } = Answer.parse(await answer.json());
  if (build !== ownBuild() && !hasUnsavedForm()) window.location.reload();
};

/** Checks the build at once, because after a reconnection the server may be newer. A failed check is ignored. */
export const checkBuild = (): void => void check().catch(() => undefined);

/** Reloads the page when the server's build changes, so that a wall display does not run an old one. */
export const watchBuild = (): (() => void) => {
  const timer = setInterval(checkBuild, everyMs);
  return () => clearInterval(timer);
};
