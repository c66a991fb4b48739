import type { SVGProps } from 'react';

/** Icons on a 24 px grid with a round 1.75 px stroke. */
const outlines = {
  bell: 'M6 16.5c1.3-1.5 1-3.6 1.2-6a4.8 4.8 0 0 1 9.6 0c.2 2.4-.1 4.5 1.2 6zM10 19.5a2.2 2.2 0 0 0 4 0',
  warning: 'M12 4.5 20.5 19h-17zM12 10v4M12 16.6v.1',
  brokenLink:
    'M10.5 15.5 9 17a3.5 3.5 0 0 1-5-5l2.5-2.5M13.5 8.5 15 7a3.5 3.5 0 0 1 5 5l-2.5 2.5M8 6V4M5 8.5H3.5M16 18v2M19 15.5h1.5',
  flag: 'M6 21V4h12l-3 4 3 4H6',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  chart: 'M4 4v16h16M7 14l4-4 3 3 5-6',
  gauge: 'M4.5 17a8.5 8.5 0 1 1 15 0M12 13l3.5-4.500M12 13.800v-.1',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  site: 'M4 20V9l8-5 8 5v11M9 20v-6h6v6',
  plant: 'M4 20V10l4-3 4 3v10M12 20V8h8v12M15 12h2M15 16h2M4 20h16',
  device: 'M5 5h14v14H5zM8.5 9h7M8.5 12h7M8.5 15h4',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M18 14c2 .8 3 2.7 3 6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.500c0-4 3-6.5 7.5-6.500s7.5 2.5 7.5 6.5',
  client: 'M5 20V4h9v16M14 9h5v11M8 8h3M8 12h3M8 16h3M3 20h18',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M5.6 18.400l2.1-2.100M16.3 7.700l2.1-2.1',
  sliders:
    'M4 8h7M17 8h3M4 16h3M13 16h7M14 10.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 18.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM20 20l-4.5-4.5',
  cursor: 'M6 4l12 8-5.5 1L10 19z',
  connect: 'M4 6h5v5H4zM15 13h5v5h-5zM9 8.500h6v4.5',
  line: 'M5 19L19 5',
  rectangle: 'M4 6h16v12H4z',
  circle: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  text: 'M5 6h14M12 6v13M9 19h6',
  undo: 'M8 6L4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3',
  redo: 'M16 6l4 4-4 4M20 10H10a5 5 0 0 0 0 10h3',
  flip: 'M12 3v18M9 7L3 17h6zM15 7l6 10h-6z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  edit: 'M5 19l1-4L16 5l3 3L9 18z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  bars: 'M5 20V11M12 20V4M19 20v-6',
  pie: 'M12 4v8h8a8 8 0 1 1-8-8zM15.5 4.700a8 8 0 0 1 3.8 3.8',
  magnet: 'M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zM6 8h4M14 8h4',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  live: 'M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM8.5 15.500a5 5 0 0 1 0-7M15.5 8.500a5 5 0 0 1 0 7M5.6 18.400a9 9 0 0 1 0-12.800M18.4 5.600a9 9 0 0 1 0 12.8',
  list: 'M4 6h16M4 12h16M4 18h10',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.500V12l3 2',
  wrench:
    'M14.5 6.500a4 4 0 0 1 5-1.500l-2.5 2.5 1.5 1.500L21 6.500a4 4 0 0 1-5.5 5L8 19a2 2 0 0 1-3-3l7.5-7.500a4 4 0 0 1 2-2z',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.500M4.5 20h15',
  upload: 'M12 15.500V4.500M7.5 9L12 4.5 16.5 9M4.5 20h15',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8.5 4v4M15.5 4v4',
  speaker: 'M4 10v4h3.500L12 18V6L7.5 10zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  speakerOff: 'M4 10v4h3.500L12 18V6L7.5 10zM16 9.500l5 5M21 9.500l-5 5',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8.5 5v14M15.5 5v14',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.600L7 7M17 17l1.4 1.400M5.6 18.400L7 17M17 7l1.4-1.4',
  moon: 'M19.5 14.500A8 8 0 1 1 9.5 4.500a6.5 6.5 0 0 0 10 10z',
  screen: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  signOut: 'M14 4H5v16h9M10 12h10.500M16.5 8l4 4-4 4',
  help: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.8 10a2.300 2.300 0 1 1 3.3 2.100c-.8.4-1.1.9-1.1 1.700M12 16.500v.1',
  info: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11v5M12 8v.1',
  shield: 'M12 3.500l7.5 3v5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9v-5z',
  keyboard: 'M3 7h18v10H3zM7 10.500h.01M10.5 10.500h.01M14 10.500h.01M17.5 10.500h.01M8 14h8',
  rss: 'M5 12a7 7 0 0 1 7 7M5 6a13 13 0 0 1 13 13M6 18.500v-.1',
  thermometer: 'M10 13.500V5.500a2 2 0 1 1 4 0v8a4 4 0 1 1-4 0zM12 16.500V9',
  bolt: 'M13 3L6 13.500h5.500L11 21l7-10.500h-5.500z',
  headset:
    'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.500 13.500h3v5h-2a1 1 0 0 1-1-1zM19.500 13.500h-3v5h2a1 1 0 0 0 1-1zM18.500 18.500c0 1.500-1.5 2-3.5 2h-2',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.300M19.5 4v4h-4',
} as const;

const fills = {
  more: 'M6 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM12 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM18 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  bellSolid:
    'M12 2.800a5.9 5.9 0 0 0-5.9 5.900c0 3.6-.7 5.3-1.9 6.7-.7.8-.2 2.1.9 2.100h13.800c1.1 0 1.6-1.3.9-2.1-1.2-1.4-1.9-3.1-1.9-6.700A5.9 5.9 0 0 0 12 2.800zM9.3 19a2.7 2.7 0 0 0 5.4 0z',
  warningSolid:
    'M10.5 3.9 1.9 18.600A1.7 1.7 0 0 0 3.4 21.200h17.200a1.7 1.7 0 0 0 1.5-2.600L13.5 3.900a1.7 1.7 0 0 0-3 0zM10.9 9h2.200l-.3 5.200h-1.600zM12 18.300a1.3 1.3 0 1 1 0-2.6 1.3 1.3 0 0 1 0 2.600z',
} as const;

/** Every icon, outlined or filled. */
export type IconName = keyof typeof outlines | keyof typeof fills;

interface Props extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  readonly name: IconName;
  readonly size?: number;
  /** Accessible name, for an icon without a text beside it. */
  readonly label?: string;
}

const isFilled = (name: IconName): name is keyof typeof fills => name in fills;

/** SVG markup of an icon on its 24 px grid, for images outside the page. */
export const iconShape = (name: IconName): string => `<path d="${isFilled(name) ? fills[name] : outlines[name]}"/>`;

/** An icon; without a label it is hidden from screen readers. */
export const Icon = ({ name, size = 20, label, ...rest }: Props) => {
  const filled = isFilled(name);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      fillRule="evenodd"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      style={{ flex: 'none' }}
      {...rest}
    >
      <path d={filled ? fills[name] : outlines[name]} />
    </svg>
  );
};
