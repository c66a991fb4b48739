import { useState, useSyncExternalStore } from 'react';
import { hasUnsavedForm, onUnsavedForms } from './unsaved-forms.ts';

interface Versioned {
  readonly version: number;
}

interface Started<T> {
  readonly of: string;
  readonly document: T;
  /** Number of documents with which the form was initialized; used as its key. */
  readonly version: number;
}

export interface FormDocument<T> {
  readonly document: T | undefined;
  readonly version: number;
  /** Call after the user changed the document outside the form: adopts its version if nobody else changed it. */
  readonly own: (changed: Versioned) => void;
}

/**
 * The document with which a form was initialized. A newer one, fetched after a change by somebody else, replaces it
 * only if no input is lost; otherwise saving reports the conflict, which `FormPage` shows. `latest` must keep its
 * identity between renderings, as query data does.
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
