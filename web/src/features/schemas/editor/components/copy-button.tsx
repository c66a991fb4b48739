import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { Machine } from '../../canvas/tab.ts';
import { isWriting } from '../use-keys.ts';
import { CopyDialog } from './copy-dialog.tsx';
import type { SensorBook } from './sensor-book.ts';

const copyKey = 'd';

/** Opens the dialog that copies the selected machines with their sensors. */
export const CopyButton = ({
  machines,
  book,
}: {
  readonly machines: readonly Machine[];
  readonly book: SensorBook;
}) => {
  // Copying selects the copies; the dialog keeps the machines for which it was opened.
  const [original, setOriginal] = useState<readonly Machine[] | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== copyKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isWriting(event.target)) return;
      event.preventDefault();
      setOriginal(machines);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [machines]);
  return (
    <>
      <Button size="bar" aria-keyshortcuts="D" onClick={() => setOriginal(machines)}>
        {texts.copyWithSensors}
      </Button>
      {original && <CopyDialog machines={original} book={book} close={() => setOriginal(null)} />}
    </>
  );
};
