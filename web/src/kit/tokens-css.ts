import { type Palette, palettes, radii, sizes } from './tokens.ts';

const block = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

const lengths = (): string =>
  [
    ...Object.entries(sizes).map(([name, px]) => `--${name}:${px}px`),
    ...Object.entries(radii).map(([name, px]) => `--r-${name}:${px}px`),
  ].join(';');

/** Light unless the system is dark; a chosen theme stands above both. */
export const tokensCss = (): string =>
  [
    `:root{color-scheme:light;${block(palettes.light)};${lengths()}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${block(palettes.dark)}}}`,
    `:root[data-theme=dark],.theme-dark{color-scheme:dark;${block(palettes.dark)}}`,
  ].join('\n');
