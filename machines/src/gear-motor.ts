import { type MachineType, rigid } from './machine.ts';
import { gear } from './parts.ts';
import { box, detail, line, path, repeat } from './pen.ts';

export const gearMotor: MachineType = {
  id: 13,
  key: 'gear-motor',
  name: 'Gearbox and motor',
  ...rigid,
  draw: () => ({
    width: 236,
    height: 132,
    marks: [
      box('plate', 0, 58, 30, 18, 2),
      box('steel', 136, 16, 48, 18, 3),
      box('body', 112, 30, 92, 72, 8),
      box('shade', 114, 84, 88, 16, 4),
      ...repeat(6, (i) => line('ribWide', 118, 40 + i * 10, 198, 40 + i * 10)),
      path('steel', 'M204 34H216Q232 36 232 66T216 98H204Z'),
      detail(path('seam', 'M220 48V84M212 44V88')),
      path('body', 'M24 40Q24 18 46 18H84Q98 18 104 30L116 34V98L104 104H24Z'),
      path('shade', 'M24 92H116V98L104 104H24Z'),
      ...gear(52, 62, 26, 12),
      ...gear(90, 62, 13, 8),
      box('steel', 16, 104, 104, 10, 2),
      path('steel', 'M128 102H188L196 114H120Z'),
      box('steel', 8, 112, 216, 10, 2),
    ],
    anchors: [{ id: 'shaft', x: 0, y: 67, heading: 'left' }],
    sensors: [
      { id: 'gearbox', name: 'Gearbox temperature', x: 52, y: 62 },
      { id: 'motor', name: 'Motor', x: 158, y: 66 },
      { id: 'vibration', name: 'Vibration', x: 158, y: 108 },
    ],
  }),
};
