const mappedPrefix = ['0', '0', '0', '0', '0', 'ffff'];

/**
 * The network that counts as one caller in every limit: an IPv4 address as it is (also when mapped into IPv6), an IPv6
 * address by its /64, since one subscriber may choose freely within it. Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0);
  const all = [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map((part) =>
    part.replace(/^0+(?=.)/, ''),
  );
  if (all.length === 8 && mappedPrefix.every((part, i) => all[i] === part)) return ipv4Of(all[6], all[7]);
  return `${all.slice(0, 4).join(':')}::/64`;
}

const ipv4Of = (high = '0', low = '0'): string =>
  [high, low]
    .map((part) => Number.parseInt(part, 16) || 0)
    .flatMap((word) => [(word >> 8) & 0xff, word & 0xff])
    .join('.');
