import { expect, test } from 'vitest';
import { failureText, ServerUnreachable } from './page-error.ts';

test('a page that could not be loaded reports the lost connection, a page that failed reports an error', () => {
  expect(failureText(new ServerUnreachable(new TypeError('Failed to fetch')))).toMatch(
    /^No connection to the server\./,
  );
  expect(failureText(new Error('x is undefined'))).toBe('Something went wrong. Please try to refresh the page');
});
