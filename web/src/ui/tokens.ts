/**
 * The only definition of the product's colours, sizes and fonts, used by the style sheet (tokens-css.ts), antd's theme
 * (antd-theme.ts) and the canvases. Text must have a contrast of 4.5:1, edges of controls, lines and signs of 3:1.
 */
const light = {
  canvas: '#E9ECED',
  surface: '#FCFDFD',
  sunken: '#F1F3F4',
  side: '#F5F6F7',
  line: '#D3D9DB',
  line2: '#7B858A',
  text: '#14191B',
  text2: '#434D52',
  text3: '#586267',
  brand: '#0A5C61',
  onbrand: '#FFFFFF',
  brandweak: '#D8E8E8',
  alarm: '#C0141B',
  onalarm: '#FFFFFF',
  alarmtint: '#FBE4E3',
  alarmtext: '#A50F16',
  warn: '#F4AB1B',
  onwarn: '#1E1503',
  warntint: '#FFF0CC',
  warntext: '#774B00',
  hatch1: '#E4E8EA',
  hatch2: '#CBD2D5',
  spark: '#66727A',
  band: '#C5CED3',
  limit: '#7B858A',
  series2: '#2D5F9E',
  series3: '#7A4A96',
  series4: '#855A2C',
} as const;

/** The colours of a theme by role. */
export type Palette = Readonly<Record<keyof typeof light, string>>;

const dark: Palette = {
  canvas: '#0F1213',
  surface: '#181C1E',
  sunken: '#131718',
  side: '#131718',
  line: '#2A3134',
  line2: '#6B757A',
  text: '#E8EBEC',
  text2: '#B3BCC0',
  text3: '#929CA1',
  brand: '#62C6C5',
  onbrand: '#062426',
  brandweak: '#153335',
  alarm: '#D6282C',
  onalarm: '#FFFFFF',
  alarmtint: '#3A1719',
  alarmtext: '#FF938E',
  warn: '#F5B335',
  onwarn: '#1E1503',
  warntint: '#352809',
  warntext: '#F6C566',
  hatch1: '#1D2224',
  hatch2: '#2F3639',
  spark: '#8C989F',
  band: '#3A4449',
  limit: '#6B757A',
  series2: '#86AEE3',
  series3: '#C39BDA',
  series4: '#CDA172',
};

/** The themes; both have the same roles, which components use instead of colours. */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = { light, dark };

/** Widths and heights in CSS pixels; each becomes a CSS variable. */
export const sizes = {
  sidebar: 200,
  'sidebar-collapsed': 80,
  header: 48,
  banner: 44,
  'banner-phone': 68,
  strip: 88,
  tabs: 40,
  'page-pad': 20,
  'bottom-bar': 64,
  'card-width': 161,
  'card-height': 158,
  /** Cards of contacts and states: two of them with a gap have the height of one card. */
  'card-height-half': 73,
  'card-height-phone': 84,
  'card-height-half-phone': 56,
  'grid-gap': 12,
  'row-gap': 18,
  target: 44,
} as const;

/** Corner radii in CSS pixels. */
export const radii = { pill: 4, button: 6, card: 8, wall: 12 } as const;

/** Sizes that differ on a phone. */
export const phoneSizes = { 'page-pad': 16 } as const;

/** Widths below which the sidebar starts collapsed (docs/spec/administration.md, section 1) and is a bottom bar. */
export const breakpoints = { tablet: 1000, phone: 640 } as const;

/** The font of all text; canvases need it explicitly, because they inherit none. */
export const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";
