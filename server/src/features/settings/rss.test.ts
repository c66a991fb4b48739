import { describe, expect, it } from 'vitest';
import { readFeed } from './rss.ts';

const now = Date.UTC(2026, 10, 21);
const read = (text: string, type = 'text/xml') => readFeed(Buffer.from(text), type, now);

describe('a feed', () => {
  // meets: owasp-asvs-5 V1.5.1
  it('is refused when it is invalid, or has entities of its own', () => {
    expect(() => read('<html><body>404</body></html>')).toThrow('not a feed');
    expect(() => read('{"a":1}')).toThrow();
    expect(() => read('<!DOCTYPE x [<!ENTITY a "b">]><rss><channel/></rss>')).toThrow('not a feed');
  });

  it('is refused with more tags than a parser may build, also when a comment imitates a CDATA section around them', () => {
    expect(() => read(`<rss>${'<a/>'.repeat(45_000)}</rss>`)).toThrow('not a feed');
    expect(() => read(`<rss><!-- <![CDATA[ -->${'<a/>'.repeat(150_000)}<!-- ]]> --></rss>`)).toThrow('not a feed');
  });

  it('of a thousand scripts without an end is read once, not once for each', () => {
    // 80 kB of `<script` took a second before, and four times as long for twice as much.
    const flood = '<script'.repeat(140_000);
    const [entry] = read(
      `<rss><channel><item><title>Dust</title><description><![CDATA[a ${flood}]]></description></item></channel></rss>`,
    );
    expect(entry).toMatchObject({ title: 'Dust', summary: 'a' });
  });

  it('loses scripts and styles with their content, however they are written', () => {
    const [entry] = read(
      '<rss><channel><item><title><![CDATA[a<SCRIPT x>1<style>2</script >b<style>3</STYLE\n>c<scripted>d]]></title></item></channel></rss>',
    );
    expect(entry?.title).toBe('a b c d');
  });

  // spec: decisions 8 RSS: text only
  it('of RSS 2.0 gives text only, without markup however it is written', () => {
    const entries = read(`<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
      <item><title>Dust &amp; fire &lt;b&gt;bold&lt;/b&gt;</title><link>https://example.com/a?x=1&amp;y=2</link>
        <description><![CDATA[<p>Hello <script>alert(1)</script><img src=x onerror=1> world</p>]]></description>
        <pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate><guid>g1</guid></item>
      <item><title>&amp;lt;script&amp;gt;x</title><link>javascript:alert(1)</link><guid isPermaLink="false">g2</guid></item>
    </channel></rss>`);
    expect(entries).toEqual([
      {
        guid: 'g1',
        title: 'Dust & fire bold',
        url: 'https://example.com/a?x=1&y=2',
        summary: 'Hello world',
        publishedAt: Date.UTC(2026, 10, 20, 10),
      },
      { guid: 'g2', title: '<script>x', url: '', summary: '', publishedAt: now },
    ]);
  });

  it('of Atom and RSS 1.0 is read alike, and a date in the future counts as now', () => {
    const [atom] =
      read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:1</id><title type="html">A &lt;i&gt;b&lt;/i&gt;</title>
      <link rel="self" href="https://example.com/self"/><link href="https://example.com/one"/>
      <updated>2030-01-01T00:00:00Z</updated><content type="xhtml"><div>Hi <b>there</b></div></content></entry></feed>`);
    expect(atom).toMatchObject({ guid: 'urn:1', title: 'A b', url: 'https://example.com/one', publishedAt: now });
    expect(atom?.summary).toContain('there');
    const [rdf] =
      read(`<rdf:RDF xmlns:rdf="r" xmlns:dc="d"><item rdf:about="x"><title>T</title><link>http://example.com/</link>
      <dc:date>2026-01-01T00:00:00Z</dc:date></item></rdf:RDF>`);
    expect(rdf).toMatchObject({ title: 'T', url: 'http://example.com/', publishedAt: Date.UTC(2026, 0, 1) });
  });

  it('is read in its own letters, and cut at fifty entries and long texts', () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><item><title>Caf\u00e9</title></item></channel></rss>',
      'latin1',
    );
    expect(readFeed(latin, '', now)[0]?.title).toBe('Café');
    const many = `<rss><channel>${'<item><title>x</title></item>'.repeat(80)}</channel></rss>`;
    expect(read(many)).toHaveLength(50);
    expect(read(`<rss><channel><item><title>${'x'.repeat(500)}</title></item></channel></rss>`)[0]?.title).toHaveLength(
      300,
    );
  });
});
