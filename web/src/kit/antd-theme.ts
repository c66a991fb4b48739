import { type ThemeConfig, theme } from 'antd';
import { useMemo } from 'react';
import { useThemeName } from './theme.ts';
import { fontFamily, palettes, radii } from './tokens.ts';
import { useMedia } from './use-media.ts';

/** antd in the product's colours: everything comes from tokens.ts. */
const antdTheme = (name: 'light' | 'dark', isStill: boolean): ThemeConfig => {
  const p = palettes[name];
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'tocsin' },
    hashed: false,
    token: {
      // Without motion lists open at once; by the style sheet alone they would wait off the screen for a move that is cut.
      motion: !isStill,
      fontFamily,
      fontSize: 14,
      colorPrimary: p.brand,
      colorLink: p.brand,
      colorInfo: p.brand,
      colorError: p.alarm,
      colorWarning: p.warn,
      colorSuccess: p.brand,
      colorErrorText: p.alarmtext,
      colorText: p.text,
      colorTextSecondary: p.text2,
      colorTextTertiary: p.text3,
      colorTextPlaceholder: p.text3,
      colorTextDescription: p.text2,
      colorBgBase: p.surface,
      colorBgContainer: p.surface,
      colorBgElevated: p.surface,
      colorBgLayout: p.canvas,
      colorBorder: p.line2,
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      colorTextLightSolid: p.onbrand,
      controlItemBgActive: p.brandweak,
      controlItemBgActiveHover: p.brandweak,
      borderRadius: radii.button,
      borderRadiusLG: radii.card,
      borderRadiusSM: radii.pill,
      controlHeight: 32,
      controlHeightLG: 44,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.15s',
      wireframe: false,
    },
    components: {
      Button: {
        fontWeight: 550,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        dangerColor: p.onalarm,
      },
      Table: { headerBg: p.surface, headerColor: p.text2, headerSplitColor: 'transparent', cellPaddingBlock: 14 },
      Tabs: { horizontalItemPadding: '9px 0', horizontalItemGutter: 20, titleFontSize: 14, horizontalMargin: '0' },
      Form: { labelColor: p.text2, verticalLabelPadding: '0 0 4px', itemMarginBottom: 20 },
      Tooltip: { colorBgSpotlight: p.text, colorTextLightSolid: p.surface },
    },
  };
};

export const useAntdTheme = (): ThemeConfig => {
  const name = useThemeName();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  return useMemo(() => antdTheme(name, isStill), [name, isStill]);
};
