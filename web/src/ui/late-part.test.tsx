import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { latePart, latePartLoads } from './late-part.tsx';

test('a late part renders nothing until it is loaded, and a failed load can be tried again', async () => {
  let attempts = 0;
  const Late = latePart<{ readonly name: string }>(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no connection');
    return ({ name }) => <b>{name}</b>;
  });
  const load = latePartLoads().at(-1);
  await expect(load?.()).rejects.toThrow('no connection');
  expect(renderToStaticMarkup(<Late name="form" />)).toBe('');
  await Promise.all([load?.(), load?.()]);
  expect(attempts).toBe(2);
  expect(renderToStaticMarkup(<Late name="form" />)).toBe('<b>form</b>');
});
