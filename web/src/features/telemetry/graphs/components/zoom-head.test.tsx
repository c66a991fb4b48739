import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { ZoomHead } from './zoom-head.tsx';

test('the head of the graphs follows the zoom', () => {
  const from = Date.UTC(2026, 10, 20);
  const group = new ChartGroup({ from, to: from + 86_400_000 - 1 });
  const shown = () => renderToStaticMarkup(<ZoomHead group={group} zone="UTC" fullText="24 h, 1 min per point" />);
  expect(shown()).toContain('>24 h, 1 min per point<');
  group.zoom({ from: from + 3_600_000, to: from + 7_200_000 });
  expect(shown()).toContain('>1 h of 24 h, 1 min per point<');
  expect(shown()).toContain('20 Nov 2026, 01:00 to 02:00 UTC');
  group.reset();
  expect(shown()).toContain('>24 h, 1 min per point<');
});
