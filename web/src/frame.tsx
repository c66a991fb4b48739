import { ConfigProvider } from 'antd';
import { antdTheme } from './kit/antd-theme.ts';
import { useThemeName } from './kit/theme.ts';
import { Frame } from './rooms/frame/frame.tsx';

/** Where the frame meets what other rooms put into it: bell, banner, toasts. */
export const SignedIn = () => (
  <ConfigProvider theme={antdTheme(useThemeName())}>
    <Frame />
  </ConfigProvider>
);
