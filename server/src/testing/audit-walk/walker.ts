import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { WalkApp } from '../role-walk/app.ts';

interface Sent {
  /** `METHOD path` as declared, without a trailing slash. */
  readonly route: string;
  /** The values of the path's `:names`, in order. */
  readonly ids?: readonly (number | string)[];
  readonly query?: string;
  readonly body?: object | undefined;
  /** A file in the multipart field `file` instead of a body. */
  readonly file?: string;
  readonly token?: string | undefined;
  readonly selection?: string;
  readonly cookies?: Record<string, string>;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answer = Awaited<ReturnType<WalkApp['http']['inject']>>;

/** Sends calls and records which routes answered 2xx, and which of these left no audit row. */
export interface Walker {
  send(call: Sent): Promise<Answer>;
  /** Routes that answered 2xx at least once. */
  readonly walked: ReadonlySet<string>;
  /** The problems found, as text. */
  readonly wrong: readonly string[];
}

interface Row {
  readonly id: number;
  readonly user_name: string;
  readonly action: string;
  readonly old: unknown;
  readonly new: unknown;
}

const multipart = (text: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=walk' },
  payload: `--walk\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--walk--\r\n`,
});

/** `exceptions`: calls that need no audit row, with the reason. */
export function createWalker(app: WalkApp, db: Db, exceptions: Readonly<Record<string, string>>): Walker {
  const walked = new Set<string>();
  const wrong: string[] = [];

  const rowsAfter = async (id: number): Promise<readonly Row[]> =>
    (await sql<Row>`select id, user_name, action, old, new from audit where id > ${id} order by id`.execute(db)).rows;
  const lastId = async (): Promise<number> =>
    (await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit`.execute(db)).rows[0]?.id ?? 0;

  return {
    walked,
    wrong,
    async send(call) {
      const [method = '', path = ''] = call.route.split(' ');
      const ids = [...(call.ids ?? [])];
      const url = `${path.replaceAll(/:\w+/g, () => String(ids.shift()))}/?${call.query ?? ''}`;
      const before = await lastId();
      const form = call.file === undefined ? null : multipart(call.file);
      const answer = await app.http.inject({
        method: method as 'POST',
        url,
        remoteAddress: '10.9.8.7',
        headers: {
          'x-tocsin-selection': call.selection ?? '',
          ...(call.token === undefined ? {} : { authorization: `JWT ${call.token}` }),
          ...form?.headers,
          ...call.headers,
        },
        ...(call.cookies ? { cookies: call.cookies } : {}),
        ...(form ? { payload: form.payload } : call.body === undefined ? {} : { payload: call.body }),
      });
      const { statusCode: status } = answer;
      if (status < 200 || status > 299) {
        wrong.push(`${call.route}: ${status} ${answer.body.slice(0, 300)}`);
        return answer;
      }
      walked.add(call.route);
      const rows = await rowsAfter(before);
      if (rows.length === 0 && !(call.route in exceptions))
        wrong.push(`${call.route}: ${status} without a row in the audit`);
      for (const row of rows) {
        if (row.old === null && row.new === null) wrong.push(`${call.route}: a row with neither old nor new value`);
        if (row.user_name === '') wrong.push(`${call.route}: a row that names nobody`);
      }
      return answer;
    },
  };
}
