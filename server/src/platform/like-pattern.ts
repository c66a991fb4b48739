/** Escapes a search text as a pattern for LIKE. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)}%`;
