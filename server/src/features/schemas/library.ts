import type { MachineKind } from '@tocsin/contract/schemas';
import { anchorsOf, drawingOf, machineTypes, sensorPointsOf } from '@tocsin/machines/library';
import type { MachineType } from '@tocsin/machines/machine';
import type { Side } from '@tocsin/machines/picture';

const pictures = (id: number, side: Side) => {
  const address = (state: string) => `/api/v2/type-of-machine/${id}/pictures/${side}-${state}.svg`;
  return { ok: address('ok'), alarm: address('alarm'), warning: address('warning'), no_info: address('no_info') };
};

const smallSide = 40;

function presentType(type: MachineType): MachineKind {
  const drawing = drawingOf(type);
  const spot = ({ id, x, y }: { id: string; x: number; y: number }) => ({ id, x_coord: x, y_coord: y });
  const sensors = (flip: boolean) =>
    sensorPointsOf(drawing, flip).map((point) => ({ ...spot(point), name: point.name }));
  const thumbs = (side: Side) => {
    const picture = pictures(type.id, side).ok;
    const scale = smallSide / Math.max(drawing.width, drawing.height);
    return {
      small: `${picture}?scale=${scale.toFixed(3)}&stretch=${type.smallStretch}`,
      large: picture,
      large_height: drawing.height,
      large_width: drawing.width,
    };
  };
  return {
    id: type.id,
    key: type.key,
    name: type.name,
    images: { left: pictures(type.id, 'left'), right: pictures(type.id, 'right') },
    left_side_img_thumbs: thumbs('left'),
    right_side_img_thumbs: thumbs('right'),
    anchor_points: anchorsOf(drawing, false).map((anchor) => ({ ...spot(anchor), heading: anchor.heading })),
    sensor_points_left: sensors(false),
    sensor_points_right: sensors(true),
    stretch: type.stretch,
  };
}

export const presentedTypes: readonly MachineKind[] = machineTypes.map(presentType);
