/** The portal's calls as any client would make them. */
export declare class Api {
  readonly url: string;
  readonly token: string;
  /** `client,location,device`, as a browser tab sends it. */
  selection: string;
  constructor(url: string, token: string);
  static signIn(url: string, username: string, password: string): Promise<Api>;
  /** The answer whatever its status; for those who want to see a refusal. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
}
