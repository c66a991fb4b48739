import { texts } from '@tocsin/contract/texts/settings';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Row } from '../../ui/layout.tsx';
import { isLinkAddress } from './rich-text-formats.ts';
import css from './settings.module.css';

const t = texts.styles.tools;

type Props = {
  readonly initial: string;
  readonly onSet: (href: string) => void;
  readonly onClose: () => void;
};

/** Field below the toolbar for the address of a link: Enter sets it, Escape closes the field. */
export const LinkField = ({ initial, onSet, onClose }: Props) => {
  const [address, setAddress] = useState(initial === '' ? 'https://' : initial);
  const [isRefused, setIsRefused] = useState(false);
  const set = (): void => {
    if (isLinkAddress(address.trim())) onSet(address.trim());
    else setIsRefused(true);
  };
  return (
    <Row wrap gap={8} padding={8} borderBottom="1px solid var(--line)" align="stretch" className={css.linkfield}>
      <Input
        autoFocus
        aria-label={t.linkAsk}
        placeholder={t.linkAsk}
        status={isRefused ? 'error' : ''}
        aria-invalid={isRefused}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') set();
          else onClose();
        }}
      />
      <Button onClick={set}>{t.linkSet}</Button>
      {isRefused && <span role="alert">{t.linkShape}</span>}
    </Row>
  );
};
