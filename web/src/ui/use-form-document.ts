import { useState, useSyncExternalStore } from 'react';
import { hasUnsavedForm, onUnsavedForms } from './unsaved-forms.ts';

interface Versioned {
  readonly version: number;
}

interface Begun<T> {
  readonly of: string;
  readonly document: T;
  /** Counts the documents a form started with; used as its key. */
  readonly round: number;
}

export interface FormDocument<T> {
  readonly document: T | undefined;
  readonly round: number;
  /** The person changed the same document outside the form: if nobody else did, the form takes over the new version. */
  readonly own: (changed: Versioned) => void;
}

/**
 * The document a form started with. A newer one, fetched after somebody else's change, replaces it only while
 * no input would be lost; otherwise saving reports the conflict, as `FormPage` shows it.
 */
export const useFormDocument = <T extends Versioned>(latest: T | undefined, of = ''): FormDocument<T> => {
  const isHeld = useSyncExternalStore(onUnsavedForms, hasUnsavedForm);
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
