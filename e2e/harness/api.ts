/** Timeout of a call, so that a journey without an answer fails with the name of the call. */
const withinMs = 120_000;

/** A client of the portal's API. */
export class Api {
  readonly url: string;
  readonly token: string;
  /** `client,location,device`, as sent by a browser tab. */
  selection = ',,';

  constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  static async signIn(url: string, username: string, password: string): Promise<Api> {
    const answer = await fetch(`${url}/api/v1/accounts/login-jwt/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
      signal: AbortSignal.timeout(withinMs),
    });
    if (!answer.ok) throw new Error(`sign-in failed: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    return new Api(url, token);
  }

  /** Resolves with the answer whatever its status, for tests of refusals. */
  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const form = body instanceof FormData;
    return await fetch(`${this.url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `JWT ${this.token}`,
        'x-tocsin-selection': this.selection,
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined || form ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(withinMs),
    });
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  get<T>(path: string): Promise<T> {
    return this.call('GET', path);
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.call('POST', path, body);
  }
}

/** Marks the tour as closed, for journeys that are not about the first visit. */
export const closeTour = (api: Api): Promise<unknown> => api.call('PUT', 'accounts/tour/', { closed: true });
