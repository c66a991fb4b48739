/**
 * Escapes a search text as a pattern for LIKE. Names are compared in the form of the database's function `search_text`:
 * `search_text(title) like search_text(pattern)`.
 */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)}%`;
