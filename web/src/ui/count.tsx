import { Text } from './layout.tsx';

/** A number in a pill; a dash until it was read. */
export const Count = ({ of, title }: { readonly of: number | null | undefined; readonly title?: string }) => (
  <Text
    minWidth={20}
    padding="0 6px"
    border="1px solid var(--line2)"
    borderRadius={10}
    background="var(--surface)"
    size={12}
    line={18}
    weight={600}
    textAlign="center"
    {...(title === undefined ? {} : { title })}
  >
    {of ?? '–'}
  </Text>
);
