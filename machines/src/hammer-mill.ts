import { type MachineType, rigid } from './machine.ts';
import { flange, motor } from './parts.ts';
import { box, disc, path, placed, repeat, turned } from './pen.ts';

const x = 84;
const y = 92;

export const hammerMill: MachineType = {
  id: 8,
  key: 'hammer-mill',
  name: 'Hammer mill',
  ...rigid,
  draw: () => ({
    width: 216,
    height: 180,
    marks: [
      path('body', 'M54 6H114L104 40H64Z'),
      flange(48, 2, 72),
      box('steel', 140, 86, 14, 12),
      ...motor(152, 66, 60, 52),
      box('plate', 158, 118, 48, 36),
      box('steel', 168, 58, 28, 9, 2),
      path('body', 'M22 92A62 62 0 0 1 146 92V154H22Z'),
      path('shade', 'M126 47A62 62 0 0 1 146 92V153H126Z'),
      disc('recess', x, y, 47),
      path('mesh', `M${x - 43} ${y}A43 43 0 0 0 ${x + 43} ${y}`),
      ...repeat(6, (i) => {
        const at = turned(i * 60 + 18, x, y);
        return [placed(box('plate', x - 2.5, y - 30, 5, 26), at), placed(box('working', x - 6, y - 40, 12, 20, 2), at)];
      }),
      disc('plate', x, y, 17),
      disc('hub', x, y, 7),
      path('body', 'M40 154H128L116 170H52Z'),
      box('steel', 10, 152, 200, 9, 2),
      flange(52, 168, 64),
    ],
    anchors: [
      { id: 'inlet', x: 84, y: 2, heading: 'up' },
      { id: 'outlet', x: 84, y: 176, heading: 'down' },
      { id: 'aspiration', x: 24, y: 112, heading: 'left' },
    ],
    sensors: [
      { id: 'bearing', name: 'Bearing', x, y },
      { id: 'motor', name: 'Motor', x: 182, y: 92 },
      { id: 'vibration', name: 'Vibration', x: 130, y: 132 },
    ],
  }),
};
