import { logo } from '@tocsin/contract/logo';

const { bell, bucket, pulley } = logo;

export const Logo = ({ size = 32 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
    <path fill="var(--brand)" d={bell + bucket} />
    <circle cx={pulley.x} cy={pulley.y} r={pulley.ring} fill="none" stroke="var(--side)" strokeWidth={pulley.line} />
    <circle cx={pulley.x} cy={pulley.y} r={pulley.hub} fill="var(--side)" />
  </svg>
);
