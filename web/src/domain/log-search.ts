/** Query of a link to the log. The cast is needed because the router's types do not have queries of lazy pages. */
export const logSearch = (search: Readonly<Record<string, unknown>>): never => search as never;
