import { describe, expect, it } from 'vitest';
import { interpret } from './audit.ts';

const report = (vulnerabilities: object) =>
  JSON.stringify({ metadata: { vulnerabilities: { total: 1 } }, vulnerabilities });

describe('the dependency audit', () => {
  it.each([
    ['no text', ''],
    ['not JSON', '<html>'],
    ['a refusal', '{"message": "405 Method Not Allowed", "statusCode": 405, "body": ""}'],
  ])('reports that the registry did not answer: %s', (_, text) => {
    expect(interpret(text)).toMatchObject({ answered: false, bad: [] });
  });

  // meets: owasp-asvs-5 V15.2.1
  it('fails on high and critical vulnerabilities only', () => {
    const result = interpret(
      report({
        a: { name: 'a', severity: 'critical', range: '<2' },
        b: { name: 'b', severity: 'high', range: '*' },
        c: { name: 'c', severity: 'moderate', range: '*' },
      }),
    );
    expect(result).toEqual({ answered: true, why: '', bad: ['a <2: critical', 'b *: high'], others: 1 });
  });

  it('reports nothing for a clean tree', () => {
    expect(interpret(report({}))).toEqual({ answered: true, why: '', bad: [], others: 0 });
  });
});
