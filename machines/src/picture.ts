import { drawingOf } from './library.ts';
import type { Drawing, MachineType } from './machine.ts';
import { type MachineState, type Theme, variablesOf } from './palette.ts';
import type { Mark, Tone } from './pen.ts';

export type Side = 'left' | 'right';

export interface PictureOptions {
  readonly side?: Side;
  readonly state?: MachineState;
  readonly theme?: Theme;
  readonly stretch?: number;
  /** Screen pixels per unit. Lines keep their width, so details are left out at small scales. */
  readonly scale?: number;
}

/** Below this scale (about 64 px) details are left out and lines are thinner. */
const smallScale = 0.42;

/** Margin around the drawing in units, so that the halo of alarms and warnings is not cut off. */
export const marginOf = (scale: number): number => (scale < 0.2 ? 40 : scale < smallScale ? 20 : 8);

const style = `.m *{vector-effect:non-scaling-stroke;stroke-linejoin:round;stroke-linecap:round;stroke:none;fill:none}
.m .body{fill:var(--body);stroke:var(--line);stroke-width:var(--w)}
.m .part{fill:var(--body);stroke:var(--line);stroke-width:var(--t)}
.m .shade{fill:var(--shade)}
.m .recess{fill:var(--recess);stroke:var(--line);stroke-width:var(--t)}
.m .hollow{fill:var(--ground);stroke:var(--line);stroke-width:var(--w)}
.m .steel{fill:var(--steel);stroke:var(--line);stroke-width:var(--t)}
.m .plate{fill:var(--shade);stroke:var(--line);stroke-width:var(--t)}
.m .working{fill:var(--working)}
.m .ghost{fill:var(--steel)}
.m .hub{fill:var(--working);stroke:var(--body);stroke-width:var(--t)}
.m .grain{fill:var(--grain)}
.m .rib{stroke:var(--rib);stroke-width:var(--t)}
.m .ribWide{stroke:var(--rib);stroke-width:var(--w)}
.m .seam{stroke:var(--line);stroke-width:var(--t)}
.m .brace{stroke:var(--steel);stroke-width:var(--w)}
.m .stand{stroke:var(--line);stroke-width:calc(var(--w)*1.6)}
.m .edge{stroke:var(--line);stroke-width:var(--w)}
.m .belt{stroke:var(--working);stroke-width:var(--w)}
.m .beltBody{fill:var(--shade);stroke:var(--line);stroke-width:calc(var(--w)*1.7)}
.m .chain{stroke:var(--line);stroke-width:var(--t);stroke-dasharray:3 2}
.m .mesh{stroke:var(--line);stroke-width:calc(var(--w)*1.35);stroke-dasharray:4 3;stroke-linecap:butt}
.m .baffle{stroke:var(--working);stroke-width:calc(var(--w)*1.4)}
.m .dial{fill:var(--dial);stroke:var(--line);stroke-width:var(--w)}
.m .needle{stroke:var(--working);stroke-width:calc(var(--w)*1.6)}
.m .tyre{fill:var(--working);stroke:var(--ground);stroke-width:var(--t)}
.m .soil{fill:url(#soil)}
.m .flow{stroke:var(--grain);stroke-width:calc(var(--w)*2);stroke-dasharray:2 4}
.halo *{vector-effect:non-scaling-stroke;stroke-linejoin:round;fill:none;stroke:var(--halo);stroke-width:var(--h)}
.no_info .body,.no_info .beltBody{stroke-dasharray:5 4;stroke-linecap:butt}`;

const patterns = `<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="var(--hatch)"/><rect width="2.4" height="7" fill="var(--hatchLine)"/></pattern><pattern id="soil" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.2" height="9" fill="var(--soil)"/></pattern></defs>`;

/** Tones that form the outline, around which the halo is drawn. */
const outer: ReadonlySet<Tone> = new Set<Tone>([
  'body',
  'part',
  'steel',
  'plate',
  'working',
  'grain',
  'stand',
  'beltBody',
  'tyre',
]);

const attributes = (mark: Mark): string =>
  `d="${mark.d}"${mark.at ? ` transform="matrix(${mark.at.map((n) => Math.round(n * 1000) / 1000).join(' ')})"` : ''}${mark.evenOdd ? ' fill-rule="evenodd"' : ''}`;

/** The marks that form the outline of a drawing, without details. */
export const silhouette = (drawing: Drawing): readonly Mark[] =>
  drawing.marks.filter((mark) => outer.has(mark.tone) && mark.detail !== true);

/** SVG markup of a machine as a standalone image in one state and theme. */
export function pictureOf(type: MachineType, options: PictureOptions = {}): string {
  const { side = 'left', state = 'ok', theme = 'light', scale = 1 } = options;
  const drawing = drawingOf(type, options.stretch);
  const small = scale < smallScale;
  const margin = marginOf(scale);
  const { width, height } = drawing;
  const box = [-margin, -margin, width + 2 * margin, height + 2 * margin];
  const marks = small ? drawing.marks.filter((mark) => mark.detail !== true) : drawing.marks;
  const halo =
    state === 'alarm' || state === 'warning'
      ? `<g class="halo">${silhouette(drawing)
          .map((mark) => `<path ${attributes(mark)}/>`)
          .join('')}</g>`
      : '';
  const lines = small ? `--w:1.15px;--t:.6px;--h:${scale < 0.2 ? 4 : 5.5}px` : '--w:1.75px;--t:1px;--h:9px';
  const flip = side === 'right' ? ` transform="matrix(-1 0 0 1 ${width} 0)"` : '';
  const body = marks.map((mark) => `<path class="${mark.tone}" ${attributes(mark)}/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${Math.round((box[2] ?? 0) * scale)}" height="${Math.round((box[3] ?? 0) * scale)}"><style>:root{${variablesOf(theme, state)};${lines}}${style}</style>${patterns}<g${flip}>${halo}<g class="m ${state}">${body}</g></g></svg>`;
}
