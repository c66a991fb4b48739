import { breakpoints, type Palette, palettes, phoneSizes, radii, sizes } from './tokens.ts';

const block = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

const lengths = (all: Readonly<Record<string, number>>, prefix = ''): string =>
  Object.entries(all)
    .map(([name, px]) => `--${prefix}${name}:${px}px`)
    .join(';');

/** The style sheet of all tokens. The theme follows the system unless one was chosen; printing is always light. */
export const tokensCss = (): string =>
  [
    `:root{color-scheme:light;${block(palettes.light)};${lengths(sizes)};${lengths(radii, 'r-')}}`,
    `@media (max-width:${breakpoints.phone}px){:root{${lengths(phoneSizes)}}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${block(palettes.dark)}}}`,
    `:root[data-theme=dark],.theme-dark{color-scheme:dark;${block(palettes.dark)}}`,
    // Printing is light, whatever was chosen.
    `@media print{:root:root:root{color-scheme:light;${block(palettes.light)}}}`,
  ].join('\n');
