-- Attempts that are counted against a limit: sign-ins, reset mails, claims. Short-lived, so it survives no crash.
create unlogged table throttle_hit (
  id bigint generated always as identity primary key,
  bucket text not null,
  key text not null,
  at timestamptz not null
);
create index throttle_hit_key on throttle_hit (bucket, key, at);
create index throttle_hit_at on throttle_hit (at);
-- Whose addresses are known (decisions.md 4).
create index session_user_address on session (user_id, address, created_at);
