import { z } from 'zod';
import { anyFormHeld } from '../kit/held-forms.ts';

const mine = (): string | null => document.querySelector<HTMLMetaElement>('meta[name=tocsin-build]')?.content ?? null;
const everyMs = 60_000;
const Answer = z.object({ build: z.string() });

const check = async (): Promise<void> => {
  if (mine() === 'dev' || anyFormHeld()) return;
  const answer = await fetch('/build.json', { cache: 'no-store' });
  if (!answer.ok) return;
  const { build } = Answer.parse(await answer.json());
  if (build !== mine() && !anyFormHeld()) window.location.reload();
};

/** Looks at once: after a reconnection the server may be a newer one. It may also be away again; the next look tells. */
export const checkBuild = (): void => void check().catch(() => undefined);

/** A wall must never show an old build: the page reloads itself when the server's build changes. */
export const watchBuild = (): (() => void) => {
  const timer = setInterval(checkBuild, everyMs);
  return () => clearInterval(timer);
};
