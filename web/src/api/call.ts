import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { BodyIn, EndpointSpec, PathNames, QueryIn, ReplyOf } from '@tocsin/contract/endpoint';
import { ask, type Query, type Request, send } from './http.ts';

/** The input of a call, as defined by its endpoint in the contract. */
export interface Args<E extends EndpointSpec> {
  readonly params?: Readonly<Record<PathNames<E['path']>, string | number>>;
  readonly query?: QueryIn<E>;
  readonly body?: BodyIn<E>;
  readonly signal?: AbortSignal | undefined;
}

const pathOf = (path: string, params: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/^\/api\//, '').replace(/:([a-zA-Z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });

const requestOf = <E extends EndpointSpec>(spec: E, args: Args<E>): Request => ({
  method: spec.method,
  path: pathOf(spec.path, args.params),
  query: args.query as Query | undefined,
  body: args.body,
  signal: args.signal,
});

/** Calls an endpoint of the contract; resolves with the parsed answer. Refusals are thrown as CallError. */
export const call = async <const E extends EndpointSpec>(spec: E, args: Args<E> = {}): Promise<ReplyOf<E>> => {
  const request = requestOf(spec, args);
  if (spec.reply === undefined) {
    await send(request);
    return undefined as ReplyOf<E>;
  }
  return (await ask(request, spec.reply)) as ReplyOf<E>;
};

type QueryInput<E extends EndpointSpec, Data> = Omit<Args<E>, 'signal'> &
  Omit<UseQueryOptions<ReplyOf<E>, Error, Data>, 'queryKey' | 'queryFn'>;

/** The options of a query that calls an endpoint, with the input of the call among them; it fails with a CallError. */
export const callQuery = <const E extends EndpointSpec, Data = ReplyOf<E>>(
  queryKey: readonly unknown[],
  spec: E,
  { params, query, body, ...options }: QueryInput<E, Data> = {} as QueryInput<E, Data>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => call(spec, { params, query, body, signal }), ...options });

/** For what a form shows: read anew for each form, and not overwritten while the user types. */
export const forForms = { staleTime: 0, refetchOnWindowFocus: false } as const;

/** The query of a page of a list; the first page is 1. */
export const pageOf = (page: number, size: number) => ({ limit: size, offset: (page - 1) * size });

/** Calls an endpoint that returns bytes, such as exports, images and columns. */
export const fetchBytes = <const E extends EndpointSpec>(
  spec: E,
  args: Args<E> = {},
  accept = '*/*',
): Promise<Response> => send({ ...requestOf(spec, args), accept });

/** Reads all bytes of an answer; `onBytes` gets the number received so far. */
const bytesOf = async (answer: Response, onBytes: (bytes: number) => void): Promise<Blob> => {
  const pieces: BlobPart[] = [];
  let bytes = 0;
  for (const reader = answer.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
    onBytes(bytes);
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' });
};

/** Downloads an export as a file; `onBytes` gets the number of bytes so far. Refusals are thrown as CallError. */
export const download = async <const E extends EndpointSpec>(
  spec: E,
  args: Args<E>,
  name: string,
  onBytes?: (bytes: number) => void,
): Promise<void> => {
  const answer = await fetchBytes(spec, args);
  const url = URL.createObjectURL(onBytes ? await bytesOf(answer, onBytes) : await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
