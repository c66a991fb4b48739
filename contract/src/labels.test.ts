import { expect, test } from 'vitest';
import { labelLayout, labelSheets, labelTexts } from './labels.ts';

test.each(Object.entries(labelSheets))(
  'on %s no text of a label lies on its code or on its foot',
  (_name, { label }) => {
    const { code, x, room, top, foot, size } = labelLayout(label);
    // As printed: a name of two lines, a site of one, and what it opens on two.
    const lines = { title: 2, site: 1, opens: 2 } as const;
    const below = (['title', 'site', 'opens'] as const).reduce((at, kind) => {
      const high = size * labelTexts[kind].share;
      return at + high * 1.15 * lines[kind] + high * 0.25;
    }, top);
    const isBeside = x >= code.x + code.side;
    expect(below).toBeLessThanOrEqual(isBeside ? foot : code.y);
    expect(code.y + code.side).toBeLessThanOrEqual(isBeside ? label[1] : foot);
    expect(x + room).toBeLessThanOrEqual(label[0]);
  },
);
