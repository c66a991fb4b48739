import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../../../kit/button.tsx';
import { Notice } from '../../../../kit/notice.tsx';
import { PageHeader } from '../../../../kit/page-header.tsx';
import { texts } from '../texts.ts';
import css from './settings-frame.module.css';

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly tools?: ReactNode;
  /** What a save was refused with. */
  readonly failure: string | null;
  readonly busy: boolean;
  readonly dirty: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A long list that is saved whole: its actions stay in sight at the bottom. */
export const SettingsFrame = ({ title, hint, tools, failure, busy, dirty, onSave, onCancel, children }: Props) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSave();
    }}
  >
    <PageHeader title={title} about={hint} back={<Link to="/dashboard">{texts.toDashboard}</Link>}>
      {tools}
    </PageHeader>
    {failure && <Notice tone="alarm">{failure}</Notice>}
    <div className={css.body}>{children}</div>
    <div className={css.bar}>
      <Button type="submit" look="primary" busy={busy} disabled={!dirty}>
        {texts.save}
      </Button>
      <Button onClick={onCancel}>{texts.cancel}</Button>
    </div>
  </form>
);
