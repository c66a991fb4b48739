import { useState, useSyncExternalStore } from 'react';
import { hasUnsavedForm, onUnsavedForms } from './unsaved-forms.ts';

interface Versioned {
  readonly version: number;
}

interface Started<T> {
  readonly of: string;
  readonly document: T;
  /** Counts the documents a form started with; used as its key. */
  readonly version: number;
}

export interface FormDocument<T> {
  readonly document: T | undefined;
  readonly version: number;
  /** The person changed the same document outside the form: if nobody else did, the form takes over the new version. */
  readonly own: (changed: Versioned) => void;
}

/**
 * The document a form started with. A newer one, fetched after somebody else's change, replaces it only while
 * no input would be lost; otherwise saving reports the conflict, as `FormPage` shows it. `latest` must be the query's
 * own data: an object created at each rendering never settles.
 */
export const useFormDocument = <T extends Versioned>(latest: T | undefined, of = ''): FormDocument<T> => {
  const isHeld = useSyncExternalStore(onUnsavedForms, hasUnsavedForm);
  const [started, setStarted] = useState<Started<T> | null>(null);
  const keeps = started !== null && started.of === of && (isHeld || latest === undefined);
  const isSame =
    started !== null && started.of === of && latest !== undefined && started.document.version === latest.version;
  if (latest !== undefined && !keeps && started?.document !== latest)
    setStarted({ of, document: latest, version: (started?.version ?? 0) + (isSame ? 0 : 1) });
  const own = ({ version }: Versioned): void =>
    setStarted((now) =>
      now && version === now.document.version + 1 ? { ...now, document: { ...now.document, version } } : now,
    );
  return { document: started?.of === of ? started.document : undefined, version: started?.version ?? 0, own };
};
