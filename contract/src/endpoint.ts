import { z } from 'zod';
import type { KeyScope, ProgramScope, RuleName } from './access.ts';
import { TextId } from './ids.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call, said once: the server's route, the page's client and the OpenAPI document are made from it.
 *
 *   export const endpoints = {
 *     site: endpoint.get('/api/v1/locations/:id/', { may: 'site.see', says: 'One site', reply: Site }),
 *   };
 */
export interface EndpointSpec {
  readonly method: Method;
  readonly path: `/api/v${1 | 2}/${string}`;
  /** Further paths of the same call, such as its v2 address. */
  readonly also?: readonly `/api/v${1 | 2}/${string}`[];
  /** The rule in contract/src/access.ts that authorizes it. */
  readonly may: RuleName;
  /**
   * Whether the call concerns the caller's own account, which belongs to no client: only the person's own sign-in may
   * make it, never a session of a client's provider, a wall display or an API key. Required by `mustStateAccount`:
   * without it the server does not start. With `false` the rule alone decides. With `client` a session of a client's
   * provider may make it too, for what belongs to that client.
   */
  readonly account?: boolean | 'client';
  /** Source of the subject's id; default `params.id`. */
  readonly on?: `${'params' | 'query' | 'body' | 'selection'}.${string}`;
  /**
   * Admits API keys of this scope or, with `any`, of every scope. Only for calls that read and do not concern accounts.
   */
  readonly keys?: KeyScope | 'any';
  /**
   * Admits service accounts with this scope, or with `any` all of them. Required by `mustStatePrograms`: without it the server does not start. Calls
   * of the account, before the sign-in and of super users never admit them.
   */
  readonly programs?: ProgramScope | 'any' | 'none';
  readonly says: string;
  /** `IdParams` when absent, if the only parameter of the path is `:id`. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Absent: no body. Replies are reduced to this schema, so that undeclared fields are never sent. */
  readonly reply?: z.ZodType;
  /** Default 200; 204 without a reply. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The handler sends bytes of this type itself (CSV, PDF, image, columns); `reply` is then only documentation. */
  readonly sends?: string;
  /** HEAD answers too, for programs that look before they fetch. */
  readonly hasHead?: true;
  /** The handler reads the body itself as multipart, with one field `file`. */
  readonly multipart?: true;
  /** Accepts a form with the body's fields as well as JSON. */
  readonly takesForms?: true;
  /** Accepts `application/x-www-form-urlencoded` as well: the body is then an object of texts. */
  readonly takesUrlForms?: true;
  /** A second success status with the same reply. */
  readonly alsoStatus?: 200 | 201;
  /** Maximum bytes of a body; 1 MiB when absent, 64 KiB for calls that anyone may make. */
  readonly maxBytes?: number;
  /** The calls in the body are made once each by the caller's Idempotency-Key; the answer itself is not kept. */
  readonly passesIdempotencyKey?: true;
  /** Calls per minute for one address (IPv6: one /64), when lower than the general limit. */
  readonly perMinute?: number;
  /**
   * Answers while two-factor verification is open: `unverified` always, `unregistered` while the client requires a
   * second factor and the person has none yet.
   */
  readonly open?: 'unverified' | 'unregistered';
}

/** The parameters of a path whose only one is `:id`, unless the endpoint has its own. */
type OneId<P extends string, E> = E extends { readonly params: z.ZodObject }
  ? unknown
  : [PathNames<P>, 'id'] extends ['id', PathNames<P>]
    ? { readonly params: typeof IdParams }
    : unknown;

const ofMethod =
  <const M extends Method>(method: M) =>
  <const P extends EndpointSpec['path'], const E extends Omit<EndpointSpec, 'method' | 'path'>>(path: P, spec: E) => {
    const params = /^[^:]*:id(\/[^:]*)?$/.test(path) ? { params: IdParams } : {};
    return { method, path, ...params, ...spec } as { readonly method: M; readonly path: P } & E & OneId<P, E>;
  };

/** Returns the endpoint with its literal types; `endpoint.get` and the others are given its path first. */
export const endpoint = Object.assign(<const E extends EndpointSpec>(spec: E): E => spec, {
  get: ofMethod('GET'),
  post: ofMethod('POST'),
  put: ofMethod('PUT'),
  patch: ofMethod('PATCH'),
  delete: ofMethod('DELETE'),
});

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Part<E, K extends string> = E extends { readonly [P in K]: infer S } ? S : undefined;

/** Parsed arguments of a handler. */
export type ParamsOf<E> = Out<Part<E, 'params'>>;
export type QueryOf<E> = Out<Part<E, 'query'>>;
export type BodyOf<E> = Out<Part<E, 'body'>>;
/** What a handler returns and the page receives. */
export type ReplyOf<E> = Part<E, 'reply'> extends z.ZodType ? z.output<Part<E, 'reply'>> : undefined;
/** What the page may send. */
export type QueryIn<E> = In<Part<E, 'query'>>;
export type BodyIn<E> = In<Part<E, 'body'>>;
/** The `:names` of a path. */
export type PathNames<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | PathNames<Rest>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/** Parameters of a path with one `:id`. */
export const IdParams = z.object({ id: TextId });

const integerText = 'A valid integer is required.';
const count = (most: number, usual: number) =>
  z
    .preprocess(
      (value) => (value === '' ? usual : value),
      z.coerce.number(integerText).int(integerText).min(0, 'Ensure this value is greater than or equal to 0.'),
    )
    .transform((n) => Math.min(n, most))
    .default(usual);

/** `limit` is capped silently; a negative or non-numeric one is refused. */
export const listQuery = (most = 1000, usual = 20) => ({
  limit: count(most, usual),
  offset: count(Number.MAX_SAFE_INTEGER, 0),
});
/** A section of a list: `limit` (default 20, at most 1,000) and `offset`. */
export const ListQuery = z.object(listQuery());

/** `{count, results}`: the format of every list. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ count: z.number().int(), results: z.array(item) });

/** `true`, `1`, `True` and their opposites, as queries carry them. */
export const QueryFlag = z
  .enum(['true', 'True', '1', 'false', 'False', '0'], 'Must be a valid boolean.')
  .transform((t) => t === 'true' || t === 'True' || t === '1');
