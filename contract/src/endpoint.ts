import { z } from 'zod';
import { TextId } from './ids.ts';
import type { KeyScope, RuleName } from './policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call, said once: the server's route, the page's client and the OpenAPI document are made from it.
 *
 *   export const endpoints = {
 *     site: endpoint({ method: 'GET', path: '/api/v1/locations/:id/', may: 'site.see', says: 'One site',
 *                      params: IdParams, reply: Site }),
 *   };
 */
export interface EndpointSpec {
  readonly method: Method;
  readonly path: `/api/v${1 | 2}/${string}`;
  /** The same call under other paths: its v2 twin, a second spelling. */
  readonly also?: readonly `/api/v${1 | 2}/${string}`[];
  /** The rule of contract/policy.ts that guards it. */
  readonly may: RuleName;
  /** Where the id of the rule's subject stands; `params.id` when not said. */
  readonly on?: `${'params' | 'query' | 'body' | 'selection'}.${string}`;
  /** Lets keys for programs in, of this scope or, by `any`, of every one. Only what reads and is no account's. */
  readonly keys?: KeyScope | 'any';
  readonly says: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Absent: no body. What a handler returns is cut to it, so nothing leaves that is not named here. */
  readonly reply?: z.ZodType;
  /** 200 when not said; 204 where there is no reply. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The handler answers bytes of this type by itself (CSV, PDF, image, columns): `reply` then only documents. */
  readonly sends?: string;
  /** Reads the body by itself as multipart. */
  readonly multipart?: true;
  /** Most bytes of a body; 1 MiB when not said. */
  readonly maxBytes?: number;
  /** Calls a minute for one address, where tighter than everybody's. */
  readonly perMinute?: number;
  /**
   * Answers too while two-factor verification is open (decisions.md 2): `unverified` always,
   * `unregistered` while the client requires 2FA and the person has none yet.
   */
  readonly open?: 'unverified' | 'unregistered';
}

/** Gives the endpoint back as it is, with its types. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Part<E, K extends string> = E extends { readonly [P in K]: infer S } ? S : undefined;

/** What a handler is given: parsed. */
export type ParamsOf<E> = Out<Part<E, 'params'>>;
export type QueryOf<E> = Out<Part<E, 'query'>>;
export type BodyOf<E> = Out<Part<E, 'body'>>;
/** What a handler returns, and what the page gets. */
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

const whole = 'A valid integer is required.';
const count = (most: number, usual: number) =>
  z
    .preprocess(
      (value) => (value === '' ? usual : value),
      z.coerce.number(whole).int(whole).min(0, 'Ensure this value is greater than or equal to 0.'),
    )
    .transform((n) => Math.min(n, most))
    .default(usual);

/** `limit` is capped in silence, a negative or non-numeric one is refused (decisions.md 1). */
export const listQuery = (most = 1000, usual = 20) => ({
  limit: count(most, usual),
  offset: count(Number.MAX_SAFE_INTEGER, 0),
});
/** Which part of a list: `limit` (20 unless asked for, 1,000 at most) and `offset`. */
export const ListQuery = z.object(listQuery());

/** `{count, results}`: the shape of every list. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ count: z.number().int(), results: z.array(item) });

/** `true`, `1`, `True` and their opposites, as queries carry them. */
export const QueryFlag = z
  .enum(['true', 'True', '1', 'false', 'False', '0'], 'Must be a valid boolean.')
  .transform((t) => t === 'true' || t === 'True' || t === '1');
