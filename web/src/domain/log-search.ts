/** A search of the log's page for a link to it. The router's types do not know the searches of lazily loaded pages. */
export const logSearch = (search: Readonly<Record<string, unknown>>): never => search as never;
