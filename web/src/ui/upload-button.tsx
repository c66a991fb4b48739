import { useRef } from 'react';
import { Button } from './button.tsx';

interface Props {
  readonly label: string;
  /** Types of files, as the `accept` of an input. */
  readonly accept: string;
  readonly look?: 'primary' | 'plain';
  readonly busy: boolean;
  /** Called with the chosen file; the same file can be chosen again. */
  readonly onFile: (file: File) => void;
}

/** A button that asks for a file. */
export const UploadButton = ({ label, accept, look = 'plain', busy, onFile }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button look={look} icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
};
