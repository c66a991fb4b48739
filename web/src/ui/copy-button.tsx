import { Button } from './button.tsx';
import { useAction } from './use-action.ts';

interface Props {
  readonly text: string;
  readonly label: string;
  /** The toasts of a success and of a failure. */
  readonly copied: string;
  readonly notCopied: string;
  readonly size?: 'bar' | 'usual';
}

/** A button that copies a text, such as a secret that is shown once. */
export const CopyButton = ({ text, label, copied, notCopied, size = 'usual' }: Props) => {
  const { run } = useAction(() => navigator.clipboard.writeText(text), { toast: copied, failureText: () => notCopied });
  return (
    <Button size={size} icon="copy" onClick={run}>
      {label}
    </Button>
  );
};
