import { sensorDrawings } from '@tocsin/contract/sensor-drawings';

interface Props {
  readonly id: number | null;
  readonly size?: number;
  readonly label?: string;
}

/** A sensor's chosen image, or nothing; without a label it is hidden from screen readers. */
export const SensorImage = ({ id, size = 24, label }: Props) => {
  const drawing = id === null ? undefined : sensorDrawings[id];
  if (drawing === undefined) return null;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ flex: 'none' }}
    >
      <path d={drawing} />
    </svg>
  );
};
