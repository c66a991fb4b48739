import { lorawanFormat } from '@tocsin/contract/payload-maps';
import { texts } from '@tocsin/contract/texts/add-device';
import type { ReactNode } from 'react';

/** One kind of device on the page that adds one. */
export interface Choice {
  readonly key: keyof typeof texts.choices;
  readonly to: '/devices/add/device' | '/devices/add/modbus' | '/devices/add/values' | '/sites/edit/$id';
  /** The format that a page of values starts from. */
  readonly format?: string;
  readonly drawing: ReactNode;
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinejoin: 'round' } as const;

/** In the order of the page; keys 1 to 9 choose them. */
export const choices: readonly Choice[] = [
  {
    key: 'registry',
    to: '/devices/add/device',
    drawing: (
      <g {...line}>
        <rect x="34" y="10" width="92" height="76" rx="6" />
        <rect x="42" y="18" width="48" height="28" rx="3" />
        <path d="M46 38l10-10 9 7 12-13 9 8M44 62h72v14H44zM50 62v14m6-14v14m8-14v14m5-14v14m9-14v14m6-14v14m8-14v14m6-14v14" />
        <circle cx="108" cy="26" r="5" />
        <path d="M48 86v6m21-6v6m22-6v6m21-6v6" />
      </g>
    ),
  },
  {
    key: 'modbus',
    to: '/devices/add/modbus',
    drawing: (
      <g {...line}>
        <rect x="24" y="10" width="36" height="76" rx="4" />
        <rect x="60" y="10" width="38" height="76" />
        <rect x="98" y="10" width="38" height="76" rx="4" />
        <path d="M30 18h24v12H30zM32 66h8v10h-8zm12 0h8v10h-8zM68 60h22M68 68h22M68 76h22m16-16h22m-22 8h22m-22 8h22M36 76v10q0 6 6 6h14" />
        <path strokeDasharray="2 6" d="M70 20h20M70 28h20M70 36h20m18-16h20m-20 8h20m-20 8h20" />
      </g>
    ),
  },
  {
    key: 'json',
    to: '/devices/add/values',
    drawing: (
      <g {...line}>
        <rect x="40" y="10" width="80" height="76" rx="6" />
        <path d="M66 24q-8 0-8 8v8q0 8-6 8 6 0 6 8v8q0 8 8 8m28-48q8 0 8 8v8q0 8 6 8-6 0-6 8v8q0 8-8 8M72 38h18M72 48h14m-14 10h18" />
      </g>
    ),
  },
  {
    key: 'lorawan',
    to: '/devices/add/values',
    format: lorawanFormat,
    drawing: (
      <g {...line}>
        <rect x="28" y="44" width="44" height="40" rx="8" />
        <circle cx="50" cy="64" r="11" />
        <path d="M50 64l5-5M50 44V32M44 26q6-8 12 0M39 21q11-13 22 0M74 46q12-14 28-16" strokeDasharray="none" />
        <rect x="104" y="14" width="14" height="18" rx="3" />
        <path d="M111 32v8M98 86l13-46 13 46M103 68h16M106 56h10" />
      </g>
    ),
  },
  {
    key: 'sparkplug',
    to: '/sites/edit/$id',
    drawing: (
      <g {...line}>
        <rect x="24" y="34" width="44" height="30" rx="4" />
        <path d="M34 34V20m24 14V20M68 49h20M88 20v58M88 20h12m-12 29h12M88 78h12" />
        <rect x="100" y="10" width="36" height="20" rx="3" />
        <rect x="100" y="39" width="36" height="20" rx="3" />
        <rect x="100" y="68" width="36" height="20" rx="3" />
        <path d="M106 24l6-6 5 4 8-6M106 50h6l3-6 5 10 3-4h6M106 82v-6h8v-4h10v6h6" />
      </g>
    ),
  },
];

/** The name and hint of a choice in the reader's language. */
export const textOf = ({ key }: Choice) => texts.choices[key];
