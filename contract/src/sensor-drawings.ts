/** Sensor icons by the contract's image type ids; 24 px, stroke 1.5, round. */
export const sensorDrawings: Readonly<Record<number, string>> = {
  // Bearing temperature: a ring with its hub, a thermometer beside it.
  1: 'M9 19a6 6 0 1 1 0-12 6 6 0 0 1 0 12zM9 15.500a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5zM18.5 13.500V5.500a1.5 1.5 0 0 0-3 0v8a3 3 0 1 0 3 0z',
  // Ambient temperature: a thermometer under the sky.
  2: 'M13 13.500V5a2 2 0 1 0-4 0v8.500a4 4 0 1 0 4 0zM11 16.500V9M16.5 6H20M16.5 9.500H19M16.5 13H20',
  // Belt alignment: a belt between two guards.
  3: 'M8 3v18M16 3v18M4 8v8M20 8v8M8 7h8M8 12h8M8 17h8',
  // Rub block: a block against the belt's edge.
  4: 'M12 3v18M16 3v18M12 7h4M12 12h4M12 17h4M4 8.500h6v7H4zM10 12h2',
  // Belt speed: a pulley with its targets.
  5: 'M12 20a8 8 0 1 1 0-16 8 8 0 0 1 0 16zM12 14a2 2 0 1 1 0-4 2 2 0 0 1 0 4zM12 4v3M12 17v3M4 12h3M17 12h3',
  // Plug switch: a chute with material standing in it.
  6: 'M5 4h14l-4 8v8H9v-8zM9 14h6M9 17h6M7.5 9h9',
  // Pulley alignment: a pulley off its axis.
  7: 'M6 9l12-4v12L6 21zM3 14.500l3-1M18 10l3-1M10 7.700v12M14 6.300v12',
  // Motor current: a motor with a bolt.
  8: 'M4 8h12v9H4zM16 10.500h4v4h-4zM6 17v2.500M14 17v2.500M10.5 9.500l-2 3h3l-2 3',
  // Level: a bin half full.
  9: 'M6 3h12v13l-6 5-6-5zM6 10c2-1 4 1 6 0s4 1 6 0M9 14h6',
  // Pressure: a gauge.
  10: 'M12 19a8 8 0 1 1 8-8M12 11l4.5-4M12 19v2M9 21h6M6.5 11H5M12 5.500V4',
  // Relay: a coil and its contact.
  11: 'M4 7h6v10H4zM4 12h6M14 5v4M14 15v4M14 9l5 5M10 12h3',
  // Controller: a box with a display.
  12: 'M4 5h16v14H4zM7 8h10v5H7zM7.5 16h.01M12 16h.01M16.5 16h.01',
};

/**
 * The icon of an image type as an SVG file, in a grey that is legible on light and dark backgrounds; null: unknown
 * type.
 */
export function sensorPicture(id: number): string | null {
  const drawing = sensorDrawings[id];
  if (drawing === undefined) return null;
  const pen = 'fill="none" stroke="#6b7780" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" ${pen}><path d="${drawing}"/></svg>`;
}
