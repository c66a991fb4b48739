import { useState, useSyncExternalStore } from 'react';
import { anyFormHeld, onFormHeld } from './held-forms.ts';

interface Versioned {
  readonly version: number;
}

interface Begun<T> {
  readonly of: string;
  readonly document: T;
  /** Counts the documents that a form began with: its key. */
  readonly round: number;
}

export interface Held<T> {
  readonly document: T | undefined;
  readonly round: number;
  /** The person changed the same thing beside the form: when nobody else did, the form is as new as that. */
  readonly own: (changed: Versioned) => void;
}

/**
 * The document that a form began with. A newer one, read in the background after somebody else's change, takes its place
 * only while nothing typed would be lost; otherwise saving says that there is one, as `FormPage` shows it.
 */
export const useHeld = <T extends Versioned>(latest: T | undefined, of = ''): Held<T> => {
  const isHeld = useSyncExternalStore(onFormHeld, anyFormHeld);
  const [begun, setBegun] = useState<Begun<T> | null>(null);
  const keeps = begun !== null && begun.of === of && (isHeld || latest === undefined);
  const isSame = begun !== null && begun.of === of && latest !== undefined && begun.document.version === latest.version;
  if (latest !== undefined && !keeps && begun?.document !== latest)
    setBegun({ of, document: latest, round: (begun?.round ?? 0) + (isSame ? 0 : 1) });
  const own = ({ version }: Versioned): void =>
    setBegun((now) =>
      now && version === now.document.version + 1 ? { ...now, document: { ...now.document, version } } : now,
    );
  return { document: begun?.of === of ? begun.document : undefined, round: begun?.round ?? 0, own };
};
