import { texts } from '@tocsin/contract/texts/accounts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import '../components/components.css';

const t = texts.twoFactor;

const save = (codes: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = t.fileName;
  link.click();
  URL.revokeObjectURL(url);
};

type Props = { readonly codes: readonly string[]; readonly onStored: () => void };

/** Shows recovery codes, which cannot be shown again; continues only after 'I have saved them'. */
export const RecoveryCodes = ({ codes, onStored }: Props) => {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <section className="acc-form" aria-labelledby="recovery-title">
      <h2 id="recovery-title">{t.recovery}</h2>
      <p>{t.recoveryAbout}</p>
      <ol className="acc-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="acc-actions">
        <Button icon={copied ? 'tick' : 'copy'} onClick={() => void copy().catch(() => save(codes))}>
          {copied ? t.copied : t.copy}
        </Button>
        <Button icon="download" onClick={() => save(codes)}>
          {t.download}
        </Button>
        <Button look="primary" onClick={onStored}>
          {t.kept}
        </Button>
      </div>
    </section>
  );
};
