/**
 * States of a machine in a drawing, each with its colours as CSS variables: greys in the normal state, red and amber
 * for alarms and warnings, hatched if the state is unknown. Drawings have no other colours.
 */
export const machineStates = ['ok', 'alarm', 'warning', 'no_info', 'stopped'] as const;
export type MachineState = (typeof machineStates)[number];
export type Theme = 'light' | 'dark';

type Variables = Readonly<Record<string, string>>;

const light: Variables = {
  ground: '#fcfdfd',
  dial: '#ffffff',
  body: '#f4f6f6',
  shade: '#e0e5e7',
  recess: '#c9d0d3',
  steel: '#aeb7bb',
  working: '#4c575d',
  rib: '#b9c2c6',
  line: '#5a666c',
  grain: '#8c989d',
  hatch: '#f1f3f3',
  hatchLine: '#d2d8da',
  soil: '#b3bcc0',
  halo: 'none',
  badge: '#5f6b71',
  badgeInk: '#fcfdfd',
};

const dark: Variables = {
  ground: '#181c1e',
  dial: '#1b2125',
  body: '#3a444a',
  shade: '#303a40',
  recess: '#20282c',
  steel: '#56636a',
  working: '#b7c2c8',
  rib: '#54616a',
  line: '#8e9ba2',
  grain: '#6c7980',
  hatch: '#252c31',
  hatchLine: '#37424a',
  soil: '#3c474e',
  halo: 'none',
  badge: '#9aa6ac',
  badgeInk: '#181c1e',
};

const noInfoFill = { body: 'url(#hatch)', shade: 'none' };

const sets: Readonly<Record<Theme, Readonly<Record<MachineState, Variables>>>> = {
  light: {
    ok: light,
    stopped: {
      ...light,
      body: '#dce1e3',
      shade: '#cfd5d8',
      recess: '#bfc7ca',
      steel: '#b0b9bd',
      working: '#7f8a90',
      line: '#8b969c',
      grain: '#a0abb0',
    },
    alarm: {
      ...light,
      dial: '#fff6f5',
      body: '#fce4e1',
      shade: '#f6ccc7',
      recess: '#edb1ab',
      steel: '#de8a82',
      working: '#8a1013',
      rib: '#e9a9a3',
      line: '#a50f16',
      grain: '#b8645d',
      soil: '#e0a7a2',
      halo: '#c0141b',
      badge: '#c0141b',
      badgeInk: '#ffffff',
    },
    warning: {
      ...light,
      dial: '#fffbf0',
      body: '#fff3d6',
      shade: '#fbe3ad',
      recess: '#f3cf80',
      steel: '#ddae4c',
      working: '#5f4100',
      rib: '#e5c377',
      line: '#774b00',
      grain: '#a98442',
      halo: '#f4ab1b',
      badge: '#f4ab1b',
      badgeInk: '#1e1503',
    },
    no_info: {
      ...light,
      ...noInfoFill,
      dial: '#f1f3f3',
      recess: '#e2e6e8',
      steel: '#d3d9db',
      working: '#98a3a8',
      rib: '#cbd2d5',
      line: '#7e8a90',
      grain: '#b5bec2',
    },
  },
  dark: {
    ok: dark,
    stopped: {
      ...dark,
      body: '#2b3338',
      shade: '#252c31',
      recess: '#1d2326',
      steel: '#3f4a50',
      working: '#808c93',
      rib: '#3c474e',
      line: '#68757c',
      grain: '#4d585f',
    },
    alarm: {
      ...dark,
      dial: '#2a0f0d',
      body: '#5e1f1b',
      shade: '#4c1815',
      recess: '#33100e',
      steel: '#93362f',
      working: '#ffc9c4',
      rib: '#8a3630',
      line: '#ff938e',
      grain: '#b5564e',
      halo: '#d6282c',
      badge: '#d6282c',
      badgeInk: '#ffffff',
    },
    warning: {
      ...dark,
      dial: '#2b2108',
      body: '#57430f',
      shade: '#46360c',
      recess: '#2e2408',
      steel: '#846618',
      working: '#ffe3a3',
      rib: '#7e6420',
      line: '#f2be55',
      grain: '#a07f2e',
      halo: '#f5b335',
      badge: '#f5b335',
      badgeInk: '#1e1503',
    },
    no_info: {
      ...dark,
      ...noInfoFill,
      recess: '#20272b',
      steel: '#333d43',
      working: '#6b777e',
      rib: '#3d484f',
      line: '#78858c',
      grain: '#4a555b',
    },
  },
};

/** CSS declarations of a state's colours in a theme. */
export const variablesOf = (theme: Theme, state: MachineState): string =>
  Object.entries(sets[theme][state])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
