// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { intoView } from './segments.tsx';

test('the selected option comes to the middle of its own strip, and the page stays where it is', () => {
  const page = document.createElement('div');
  const strip = page.appendChild(document.createElement('div'));
  const option = strip.appendChild(document.createElement('button'));
  const scrollIntoView = vi.spyOn(option, 'scrollIntoView');
  vi.spyOn(strip, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 900, 300, 44));
  vi.spyOn(option, 'getBoundingClientRect').mockReturnValue(new DOMRect(420, 900, 100, 44));
  intoView(option);
  expect(strip.scrollLeft).toBe(300);
  expect(page.scrollTop).toBe(0);
  expect(scrollIntoView).not.toHaveBeenCalled();
});
