import { ConfigProvider, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useAntdLocale } from './antd-locale.ts';
import { useAntdTheme } from './antd-theme.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** In pixels. */
  readonly width?: number;
  readonly children: ReactNode;
}

/** A dialog without default buttons. It provides its own theme, so that pages outside the shell can open it. */
export const Dialog = ({ title, onClose, width = 460, children }: Props) => (
  <ConfigProvider theme={useAntdTheme()} locale={useAntdLocale()}>
    <Modal open title={title} footer={null} onCancel={onClose} width={width} mask={{ closable: false }}>
      {children}
    </Modal>
  </ConfigProvider>
);
