/** A bell that is also a head pulley: the belt forms the bell, a bucket its clapper. */
export const Logo = ({ size = 32 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
    <path
      fill="var(--brand)"
      d="M16 2.5C10.2 2.5 6.3 6.8 6.3 12.3V14H4.2V18.6H5.9C5.6 20.7 4.8 22 3.4 23.3C2.7 24 3.1 25.3 4.2 25.3H27.8C28.9 25.3 29.3 24 28.6 23.3C27.2 22 26.4 20.7 26.1 18.6H27.8V14H25.700V12.3C25.7 6.8 21.8 2.5 16 2.5Z"
    />
    <circle cx="16" cy="12.6" r="6.3" fill="none" stroke="var(--side)" strokeWidth="2.2" />
    <circle cx="16" cy="12.6" r="2" fill="var(--side)" />
    <path fill="var(--brand)" d="M11.2 27H20.800L19.7 29.5Q19.4 30.2 18.6 30.2H13.400Q12.6 30.2 12.3 29.5Z" />
  </svg>
);
