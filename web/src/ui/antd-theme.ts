import { type ThemeConfig, theme } from 'antd';
import { useMemo } from 'react';
import { useThemeName } from './theme.ts';
import { fontFamily, palettes, radii, sizes } from './tokens.ts';
import { useMedia, usePhone } from './use-media.ts';

/** antd's theme with the values of tokens.ts. */
const antdTheme = (name: 'light' | 'dark', isStill: boolean, isPhone: boolean): ThemeConfig => {
  const p = palettes[name];
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'tocsin' },
    hashed: false,
    token: {
      // With reduced motion, lists and dialogs open at once.
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
      // Gloved fingers need 44 px, also for small fields.
      controlHeight: isPhone ? sizes.target : 32,
      controlHeightSM: isPhone ? sizes.target : 24,
      controlHeightLG: sizes.target,
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
      Table: {
        headerBg: p.surface,
        headerColor: p.text2,
        headerSplitColor: 'transparent',
        cellPaddingBlock: 14,
        headerSortActiveBg: p.surface,
        headerSortHoverBg: p.sunken,
        bodySortBg: p.surface,
      },
      // The tick is on the brand colour, which is light in the dark theme.
      Checkbox: { colorWhite: p.onbrand },
      // In the dark theme, antd's derived shades have too little contrast to the surface.
      Slider: {
        trackBg: p.brand,
        trackHoverBg: p.brand,
        handleColor: p.brand,
        handleActiveColor: p.brand,
        railBg: p.line,
        railHoverBg: p.line,
      },
      Radio: { colorWhite: p.onbrand },
      Tabs: { horizontalItemPadding: '9px 0', horizontalItemGutter: 20, titleFontSize: 14, horizontalMargin: '0' },
      Form: { labelColor: p.text2, verticalLabelPadding: '0 0 4px', itemMarginBottom: 20 },
      Tooltip: { colorBgSpotlight: p.text, colorTextLightSolid: p.surface },
    },
  };
};

/** antd's theme for the current colours, motion preference and width. */
export const useAntdTheme = (): ThemeConfig => {
  const name = useThemeName();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isPhone = usePhone();
  return useMemo(() => antdTheme(name, isStill, isPhone), [name, isStill, isPhone]);
};
