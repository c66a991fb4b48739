import { Text } from './layout.tsx';

const look = {
  minWidth: 20,
  padding: '0 6px',
  border: '1px solid var(--line2)',
  borderRadius: 10,
  background: 'var(--surface)',
  textAlign: 'center',
} as const;

/** A number in a pill; a dash until it was read. */
export const Count = ({ of }: { readonly of: number | null | undefined }) => (
  <Text {...look} size={12} line={18} weight={600}>
    {of ?? '–'}
  </Text>
);
