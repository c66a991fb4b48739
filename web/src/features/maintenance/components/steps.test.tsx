import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Steps } from './steps.tsx';

test('names the zone of the time at which a step was done', () => {
  const since = Date.UTC(2026, 10, 20, 20, 36, 10);
  const shown = renderToStaticMarkup(
    <Steps stage="clear" current={null} waiting={undefined} since={since} zone="America/Chicago" />,
  );
  expect(shown).toContain('14:36:10 CST');
});
