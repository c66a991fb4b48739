import { texts } from '@tocsin/contract/texts/sensors';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
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
    <PageHeader title={title} about={hint}>
      {tools}
    </PageHeader>
    {failure && <Notice tone="alarm">{failure}</Notice>}
    <Grid columns="minmax(0, 1fr)" gap={16} padding="0 var(--page-pad) 16px" className={css.body}>
      {children}
    </Grid>
    <Row
      position="sticky"
      zIndex={5}
      bottom={0}
      gap={8}
      padding="12px var(--page-pad)"
      borderTop="1px solid var(--line)"
      align="stretch"
      className={css.bar}
    >
      <Button type="submit" look="primary" busy={busy} disabled={!dirty}>
        {texts.save}
      </Button>
      <Button onClick={onCancel}>{texts.cancel}</Button>
    </Row>
  </Form>
);
