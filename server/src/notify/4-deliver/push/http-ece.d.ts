// The part of http_ece that encrypts web push, which comes without types.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Encrypts by RFC 8188 with the keys of RFC 8291; `dh` and `authSecret` are base64url. */
  export function encrypt(
    content: Buffer,
    keys: {
      readonly version: 'aes128gcm';
      readonly privateKey: ECDH;
      readonly dh: string;
      readonly authSecret: string;
    },
  ): Buffer;
}
