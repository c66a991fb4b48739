import { type MachineState, type Theme, variablesOf } from './palette.ts';

/** SVG shapes of the badges: bell, triangle, broken link. 32 units wide, centred on the origin, never mirrored. */
const signs: Readonly<Record<MachineState, string>> = {
  ok: '',
  stopped: '',
  alarm:
    '<circle r="13" class="g"/><path class="i" d="M-5.5 3.2C-4 1.6-4.2-.6-4-2.2A4 4 0 0 1 4-2.2C4.2-.6 4 1.6 5.5 3.2Z"/><path class="s" d="M-1.6 5.6a1.8 1.8 0 0 0 3.2 0"/>',
  warning:
    '<path class="g" d="M-2.2-12.6Q0-16 2.2-12.6L14 8Q15.6 11.6 12 12H-12Q-15.6 11.6-14 8Z"/><path class="s" d="M0-5V3"/><circle class="i" cx="0" cy="7.4" r="1.6"/>',
  no_info:
    '<circle r="13" class="g"/><path class="s" d="M-1 4.2L-2.6 5.8A3.4 3.4 0 0 1-7.4 1L-4.6-1.8M1-4.2L2.6-5.8A3.4 3.4 0 0 1 7.4-1L4.6 1.8M-3-6.2V-8M-6-3.2H-7.8M3 6.2V8M6 3.2H7.8"/>',
};

/** SVG markup of a state's badge in the colours of a theme. */
export const badgeOf = (state: MachineState, theme: Theme): string =>
  signs[state] === ''
    ? ''
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-17 -17 34 34" width="34" height="34"><style>:root{${variablesOf(theme, state)}}.g{fill:var(--badge);stroke:var(--ground);stroke-width:2.5px}.i{fill:var(--badgeInk)}.s{fill:none;stroke:var(--badgeInk);stroke-width:1.9px;stroke-linecap:round;stroke-linejoin:round}</style>${signs[state]}</svg>`;
