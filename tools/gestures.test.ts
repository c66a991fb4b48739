import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '../web/src');

/** Everything that is done by a path or several fingers, and how single presses do the same. */
const ways: Readonly<Record<string, string>> = {
  'ui/chart/gestures.ts': 'the time scales, ranges and "Earlier by one range" of the head; "Reset zoom" at the foot',
  'ui/chart/chart.tsx': 'the ranges of the head; the arrow keys of the cursor; the table of points',
  'ui/chart/state-strip.tsx': 'the ranges of the head; the table of points',
  'features/telemetry/graphs/overview/overview.tsx': 'the ranges of the head',
  'features/telemetry/graphs/components/use-combine.ts': '"Compare with other sensors" of each row',
  'features/telemetry/graphs/components/limit-handle.tsx':
    '"Raise the limit" and "Lower the limit" after a press on it',
  'features/on-call/components/people-order.tsx': 'the arrows of each person',
  'features/schemas/editor/components/palette.tsx': 'a press on the machine adds it',
  'features/schemas/editor/gestures/use-drag.ts': 'anchors are pressed in turn; bends, angles and sizes have fields',
  'features/schemas/editor/surface/surface.tsx': 'the arrows of the inspector; Shift and a press select several',
  'features/schemas/live/stage.tsx': 'the buttons of the zoom bar; a press on the small map',
  'features/schemas/live/mini-map.tsx': 'a press on it',
};
/** What begins a gesture; a listener that only notes that somebody is there begins none. */
const gesture =
  /\b(draggable(?!=\{false\})|onDrag(Start|Over)|selectionOnDrag|panOnDrag|setPointerCapture|addEventListener\('pointermove'|'pointermove', (move|go)|\bdrag: \{ x)/;

it('everything that is dragged has a named way by single presses', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((file) => !file.includes('.test.') && gesture.test(readFileSync(join(web, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'));
  const onlyNoted = [
    'api/http.ts',
    'features/telemetry/wall/page.tsx',
    'features/telemetry/dashboard/use-steady-order.ts',
  ];
  expect(found.filter((file) => !onlyNoted.includes(file)).toSorted()).toEqual(Object.keys(ways).toSorted());
});
