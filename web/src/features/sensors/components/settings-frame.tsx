import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/sensors';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import css from './settings-frame.module.css';

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly tools?: ReactNode;
  /** Text of a refused save. */
  readonly failure: string | null;
  readonly busy: boolean;
  readonly dirty: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Layout of a long list that is saved as a whole, with its actions always visible at the bottom. */
export const SettingsLayout = ({ title, hint, tools, failure, busy, dirty, onSave, onCancel, children }: Props) => (
  <Form layout="vertical" onFinish={onSave}>
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
  </Form>
);
