import type { MachineState } from '@tocsin/machines/palette';
import { useThemeName } from '../../../ui/theme.ts';
import css from './canvas.module.css';
import { drawingOfMachine } from './geometry/positions.ts';
import { pictureFor } from './pictures.ts';

interface Props {
  readonly type: number;
  readonly stretch?: number;
  readonly flip?: boolean;
  readonly scale: number;
  readonly state?: MachineState;
  /** For an overlay that blinks. */
  readonly className?: string | undefined;
}

/** A machine's image, filling the box of its drawing; the margin for the halo extends over the edges. */
export const MachineImage = ({ type, stretch = 0, flip = false, scale, state = 'ok', className }: Props) => {
  const theme = useThemeName();
  const picture = pictureFor({ type, stretch, flip, state, theme, scale });
  if (picture === null) return <span className={css.unknown} />;
  const { width, height } = drawingOfMachine({ type, stretch });
  const margin = picture.margin * scale;
  return (
    <img
      className={[css.picture, className].filter(Boolean).join(' ')}
      src={picture.address}
      alt=""
      draggable={false}
      decoding="sync"
      style={{ left: -margin, top: -margin, width: width * scale + 2 * margin, height: height * scale + 2 * margin }}
    />
  );
};
