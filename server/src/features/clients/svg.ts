import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { hasMoreThan } from '../../platform/occurrences.ts';

/**
 * Parses an SVG and writes it anew from an allow-list: no script, no event attribute, no foreign content, no reference
 * except to the picture's own elements.
 */
const elements = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan textPath defs symbol use clipPath mask linearGradient
   radialGradient stop pattern title desc filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge
   feMergeNode marker`.split(/\s+/),
);

const attributes = new Set(
  `xmlns version viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform preserveAspectRatio id class
   fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
   stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask filter
   gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits
   patternTransform clipPathUnits maskUnits maskContentUnits font-family font-size font-weight font-style text-anchor
   dominant-baseline letter-spacing word-spacing dx dy rotate textLength lengthAdjust marker-start marker-mid marker-end
   markerWidth markerHeight markerUnits refX refY orient stdDeviation in in2 result mode type values operator k1 k2 k3 k4
   flood-color flood-opacity filterUnits primitiveUnits vector-effect shape-rendering paint-order href startOffset
   color-interpolation-filters`.split(/\s+/),
);

const maxBytes = 512 * 1024;
const maxNodes = 20_000;
const maxDepth = 64;
/** What a parser would build is counted before it builds: 12,500 elements, of two tags each. */
const maxTags = 25_000;
const maxAttributes = 4 * maxNodes;

interface Node {
  readonly [name: string]: unknown;
}

/** The cleaned picture, or null when it is not an SVG or exceeds 512 KiB. */
export function cleanSvg(bytes: Buffer): string | null {
  if (bytes.length > maxBytes) return null;
  const text = bytes.toString('utf8');
  if (hasMoreThan(text, '<', maxTags) || hasMoreThan(text, '=', maxAttributes)) return null;
  // Entities allow exponential expansion, and no logo needs its own.
  if (!/<svg[\s>]/.test(text) || /<!ENTITY/i.test(text) || !isPlainDoctype(text)) return null;
  try {
    if (XMLValidator.validate(text) !== true) return null;
    const parser = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      processEntities: true,
      ignoreDeclaration: true,
      ignorePiTags: true,
    });
    const nodes: unknown = parser.parse(text);
    if (!Array.isArray(nodes)) return null;
    const root = (nodes as Node[]).find((node) => 'svg' in node);
    return root ? write(root, 0, { left: maxNodes }) : null;
  } catch {
    return null;
  }
}

/** True without a document type, or with one that declares nothing. XML allows at most one. */
function isPlainDoctype(text: string): boolean {
  const start = text.search(/<!DOCTYPE/i);
  if (start < 0) return true;
  const end = text.indexOf('>', start);
  return end > 0 && !text.slice(start, end).includes('[') && !/<!DOCTYPE/i.test(text.slice(start + 1));
}

function write(node: Node, depth: number, budget: { left: number }): string {
  budget.left--;
  if (budget.left < 0 || depth > maxDepth) throw new Error('too large');
  const name = Object.keys(node).find((key) => key !== ':@') ?? '';
  if (name === '#text') return escapeXml(String(node[name]));
  if (!elements.has(name)) return '';
  const children = Array.isArray(node[name]) ? (node[name] as Node[]) : [];
  const inside = children.map((child) => write(child, depth + 1, budget)).join('');
  const own = Object.entries((node[':@'] ?? {}) as Record<string, unknown>)
    .map(([key, value]) => attribute(key, String(value)))
    .join('');
  const space = depth === 0 && !own.includes(' xmlns=') ? ' xmlns="http://www.w3.org/2000/svg"' : '';
  return `<${name}${space}${own}>${inside}</${name}>`;
}

function attribute(name: string, value: string): string {
  const known = name === 'xlink:href' ? 'href' : name;
  if (!attributes.has(known)) return '';
  if (known === 'xmlns') return value === 'http://www.w3.org/2000/svg' ? ` xmlns="${value}"` : '';
  // Only the picture's own elements: href="#a", fill="url(#a)".
  if (known === 'href' && !/^#[\w-]+$/.test(value)) return '';
  const references = value.match(/url\s*\([^)]*\)?/gi) ?? [];
  if (references.some((reference) => !/^url\(\s*['"]?#[\w-]+['"]?\s*\)$/i.test(reference))) return '';
  if (/\\|(?:javascript|data|vbscript):|expression\s*\(|image(?:-set)?\s*\(/i.test(value)) return '';
  return ` ${known}="${escapeXml(value)}"`;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
