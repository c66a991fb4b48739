// The specification's documents by section.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the documents of a folder. `has` tells whether a document has a section ('7', '2.1'); `says` whether its text
 * stands there, subsections included and emphasis ignored.
 * @param {string} folder
 */
export function readSpecification(folder) {
  /** @type {Map<string, string[]>} */
  const sections = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')) {
    const document = file.slice(0, -'.md'.length);
    /** @type {string[]} */
    let open = [];
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const heading = /^##+ (\d+(?:\.\d+)*)\.? /.exec(line);
      if (heading) {
        open = [...open.filter((section) => heading[1].startsWith(`${section}.`)), heading[1]];
        sections.set(`${document} ${heading[1]}`, []);
      }
      for (const section of open) sections.get(`${document} ${section}`)?.push(line);
    }
  }
  return {
    /** @param {string} document @param {string} section */
    has: (document, section) => sections.has(`${document} ${section}`),
    /** @param {string} document @param {string} section @param {string} text */
    says: (document, section, text) =>
      sections.get(`${document} ${section}`)?.join('\n').replaceAll('**', '').includes(text) ?? false,
  };
}
