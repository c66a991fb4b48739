// Each call of visual-dashboard.md 7 with its tests, as a table of the map. An annotation names the call as the
// specification writes it, and may name several: `// spec: visual-dashboard 7 GET a/ what; POST b/`.
export const calls = [
  'GET me/',
  'GET get-flatpages/',
  'GET layout-settings/',
  'GET locations/',
  'GET schemas/',
  'POST schemas/',
  'GET schemas/current/',
  'GET schemas/{id}/',
  'DELETE schemas/{id}/',
  'POST schemas/{id}/publish/',
  'POST schemas/{id}/clone/',
  'GET schemas/{id}/notifications/',
  'GET tabs/{id}/',
  'POST tabs/',
  'PATCH tabs/{id}/',
  'DELETE tabs/{id}/',
  'POST tabs/{id}/clone/',
  'GET type-of-machine/',
  'GET search-sensor/',
  'GET machines/{id}/',
  'GET machines/{id}/notifications/',
  'GET machines/{id}/notifications/last-time-in-alarm/',
  'GET machines/{id}/maintenance/',
  'GET graphs/machine/{id}/',
  'GET current-user-notifications/',
  'POST update-tabs-order/',
  'POST rest-auth/logout/',
  'WebSocket ws/machine-devices-data/{id}/',
  'WebSocket ws/tab-devices-data/{id}/',
  'WebSocket ws/current-user-notifications/',
];

/**
 * A line of the map.
 * @typedef {object} Row
 * @property {string} document
 * @property {string} section
 * @property {string} what the call, route, text or rule
 * @property {string} file the test's, from the root
 * @property {string} test its name
 */

/** @param {string} what */
const named = (what) => what.split(/[;,] (?=GET|POST|PATCH|DELETE|WebSocket)/).map((part) => part.trim());

/**
 * The table, and what is missing from it. `cell` keeps a text inside its cell.
 * @param {readonly Row[]} rows
 * @param {(text: string) => string} cell
 */
export function callTable(rows, cell) {
  const tied = rows.filter((row) => row.document === 'visual-dashboard' && row.section === '7');
  /** @type {string[]} */
  const problems = [];
  let page = `\n## Calls of visual-dashboard 7 (${calls.length})\n\n| call | test | file |\n|---|---|---|\n`;
  for (const call of calls) {
    const own = tied.filter((row) => named(row.what).some((part) => part === call || part.startsWith(`${call} `)));
    if (own.length === 0) problems.push(`no test is tied to visual-dashboard.md 7 '${call}'`);
    for (const row of own) page += `| ${call} | ${cell(row.test)} | ${row.file} |\n`;
  }
  return { page, problems };
}
