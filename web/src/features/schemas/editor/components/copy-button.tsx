import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { Machine } from '../../canvas/tab.ts';
import { CopyDialog } from './copy-dialog.tsx';
import type { SensorBook } from './sensor-book.ts';

/** Opens the dialog that copies the selected machines with their sensors. */
export const CopyButton = ({
  machines,
  book,
}: {
  readonly machines: readonly Machine[];
  readonly book: SensorBook;
}) => {
  // The selection moves to the copies, the dialog keeps what it was opened for.
  const [original, setOriginal] = useState<readonly Machine[] | null>(null);
  return (
    <>
      <Button size="bar" onClick={() => setOriginal(machines)}>
        {texts.copyWithSensors}
      </Button>
      {original && <CopyDialog machines={original} book={book} close={() => setOriginal(null)} />}
    </>
  );
};
