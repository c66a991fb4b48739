// The queries of Grafana's Infinity data source of docs/api.md, without Grafana: each request by curl, and its answer cut
// into the named columns by jq.
import { execFileSync } from 'node:child_process';

interface Asked {
  readonly page: string;
  readonly written: string;
  readonly url: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

interface Query {
  readonly panel: string;
  readonly type: string;
  readonly address: string;
  readonly root: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
}

const bare = (cell: string): string => cell.trim().replaceAll('`', '');

function queriesOf(page: string): readonly Query[] {
  const [, section = ''] = page.split('\n### Grafana\n');
  const rows = section.split('\n### ')[0]?.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) => {
    const [panel = '', , type = '', address = '', root = '', columns = ''] = row.slice(1, -1).split('|');
    const named = [...columns.matchAll(/`(\w+)` \((\w+)\)/g)];
    return {
      panel: bare(panel),
      type: bare(type),
      address: bare(address),
      root: bare(root),
      columns: named.map(([, name = '', kind = '']) => [name, kind] as const),
    };
  });
}

/** Grafana's variables of the chosen range. */
const filled = (address: string, from: number, to: number): string =>
  address.replaceAll(/\$\{__(from|to)(:date:iso)?\}/g, (_, end: string, iso?: string) => {
    const at = end === 'from' ? from : to;
    return iso === undefined ? String(at) : new Date(at).toISOString();
  });

/** CSV as objects, as Infinity reads it: its byte order mark removed, the first line names the columns. */
const objectsOfCsv = String.raw`
  def cells: [scan("(?:\"((?:[^\"]|\"\")*)\"|([^,]*))(?:,|$)") | .[0] // .[1] // ""];
  [inputs | ltrimstr("\ufeff") | cells] | .[0] as $names | .[1:][] | [$names, .] | transpose
  | map(select((.[0] // "") != "") | { (.[0]): (.[1] // "") }) | add`;

const isOf = (type: string, value: unknown): boolean => {
  if (type === 'Timestamp') return Number.isFinite(Date.parse(String(value)));
  if (type === 'Number') return value === '' || Number.isFinite(Number(value));
  return value === null || typeof value === 'string';
};

/** Prints a line for each query; true for each that answers rows in which every column has its type. */
export async function checkInfinity({ page, written, url, key, from, to }: Asked): Promise<readonly boolean[]> {
  const queries = queriesOf(page);
  if (queries.length < 3) throw new Error('the table of Grafana was not found');
  return queries.map(({ panel, type, address, root, columns }) => {
    const asked = filled(address, from, to).replace(written, url);
    const body = execFileSync('curl', ['-sS', '--fail-with-body', '-H', `Authorization: Bearer ${key}`, asked]);
    const [names, filter] = type === 'CSV' ? [['-n', '-R', '-c'], objectsOfCsv] : [['-c'], `.${root}[]`];
    const rows: Readonly<Record<string, unknown>>[] = execFileSync('jq', [...names, filter], {
      input: body,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const wrong = rows.flatMap((row) => columns.filter(([name, kind]) => !(name in row && isOf(kind, row[name]))));
    const isKept = rows.length > 0 && columns.length > 2 && wrong.length === 0;
    console.log(
      `${panel} (${type}): ${isKept ? 'answered' : 'BROKEN'} ${rows.length} rows with ${columns.map(([name]) => name).join(', ')}`,
    );
    return isKept;
  });
}
