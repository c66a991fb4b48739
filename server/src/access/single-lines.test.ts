import { readdirSync } from 'node:fs';
import type { EndpointSpec } from '@tocsin/contract/endpoint';
import { isOneLine } from '@tocsin/contract/line';
import { SiteInput } from '@tocsin/contract/sites';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { onOneLine } from '../platform/mail/one-line.ts';

const contract = new URL('../../../contract/src/', import.meta.url);
const modules = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** Fields, by their name, of several lines. */
const longer =
  /^(about|address|body|comment|consequence|content|css|likely_cause|note|reason|reference|support_address|template|text|what|what_to_do)$/;
/** Fields that are compared with what is stored, parsed, or never shown. */
const parsed =
  /^(at|as_of|browser|code|date_created_from|date_created_to|digest|due|email|alternative_email|support_email|event_type|from|id|ip_address|issuer|language|map|mark|node|password|priority|query|read|receivers|review_at|search|secret|sensor|sensor_id|start|timezone|to|token|uid|until|url|username|(new_|old_)?password[12]?|endpoint|rawId|userHandle|signature|transports|attestationObject|authenticatorData|clientDataJSON)$/;

interface Text {
  readonly path: string;
  readonly hasShape: boolean;
}

const hasShape = (checks: readonly z.core.$ZodCheck[] = []): boolean =>
  checks.some(({ _zod: { def } }) => def.check === 'string_format' || Reflect.get(def, 'fn') === isOneLine);

/** The texts within a schema; of piped schemas each has its own row. */
function textsOf(schema: z.core.$ZodType, path: string): Text[] {
  const { def } = schema._zod;
  const into = (next: unknown, step = ''): Text[] =>
    next instanceof z.core.$ZodType ? textsOf(next, `${path}${step}`) : [];
  const part = (name: string): unknown => Reflect.get(def, name);
  // A format such as that of a time is the type's own.
  if (def.type === 'string')
    return [{ path, hasShape: Reflect.get(def, 'check') === 'string_format' || hasShape(def.checks) }];
  if (def.type === 'object') return Object.entries(part('shape') ?? {}).flatMap(([name, one]) => into(one, `.${name}`));
  if (def.type === 'union')
    return z
      .array(z.unknown())
      .parse(part('options'))
      .flatMap((one) => into(one));
  if (def.type === 'pipe') return [...into(part('in')), ...into(part('out'))];
  return [...into(part('element')), ...into(part('valueType')), ...into(part('innerType'))];
}

describe('a text that a call stores', () => {
  it('is a single line, unless it is named as a longer one', async () => {
    const open = new Set<string>();
    let calls = 0;
    for (const name of modules) {
      const { endpoints = {} }: { endpoints?: Readonly<Record<string, EndpointSpec>> } = await import(
        /* @vite-ignore */ `@tocsin/contract/${name.slice(0, -3)}`
      );
      for (const { method, path, body } of Object.values(endpoints)) {
        if (!body) continue;
        calls++;
        const texts = textsOf(body, `${method} ${path}`);
        const shaped = new Set(texts.filter((text) => text.hasShape).map((text) => text.path));
        for (const text of texts) {
          const field = text.path.slice(text.path.lastIndexOf('.') + 1);
          if (!shaped.has(text.path) && !longer.test(field) && !parsed.test(field)) open.add(text.path);
        }
      }
    }
    expect(calls).toBeGreaterThan(100);
    expect([...open]).toEqual([]);
  });

  it.each([
    ['a line break', 'Leg 1\nUrgent: call +1 900'],
    ['a carriage return', 'Leg\r1'],
    ['NUL', 'Leg\u00001'],
    ['a line separator', 'Leg\u20281'],
    ['a right-to-left override', 'Leg \u202e1'],
    ['an isolate', 'Leg \u20661'],
    ['a zero-width space', 'Leg\u200b1'],
    ['a byte order mark within', 'Leg\ufeff1'],
    ['a soft hyphen', 'Leg\u00ad1'],
  ])('is refused with %s', (_what, name) => {
    const site = SiteInput.safeParse({ title: name, address: 'a', timezone: 'UTC' });
    expect(site.error?.issues.map(({ path, message }) => [path.join('.'), message])).toContainEqual([
      'title',
      'Line breaks and invisible characters are not allowed.',
    ]);
    expect(onOneLine(name)).toMatch(/^Leg ?[1U ]/);
    expect(isOneLine(onOneLine(name))).toBe(true);
  });

  it('is accepted with letters of any script, and trimmed', () => {
    for (const name of ['Förderband Süd', '斗式提升机 1', 'ลูกปืน', 'محمل 1', 'Leg 1 🔥'])
      expect(SiteInput.shape.title.parse(` ${name}\n`)).toBe(name);
  });
});
