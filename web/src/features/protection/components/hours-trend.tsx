import { type ProtectedMonth, shareText } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { Stack, Text } from '../../../ui/layout.tsx';
import { pageLocale } from '../../../ui/locale.ts';

const [width, height, pad] = [310, 120, 26];

/** The share of each month that is counted; the present one is a hollow point at the end of a dashed line. */
export const HoursTrend = (all: { readonly months: readonly ProtectedMonth[] }) => {
  const months = all.months.map((one) => (one.counted === 'behind' ? { ...one, share: null } : one));
  const shares = months.flatMap(({ share }) => (share === null ? [] : [share]));
  const least = Math.min(90, ...shares.map((share) => Math.floor(share / 10) * 10));
  const x = (index: number): number => pad + (index * (width - 2 * pad)) / Math.max(1, months.length - 1);
  const y = (share: number): number => height - pad - ((share - least) / (100 - least)) * (height - 2 * pad);
  const points = months.flatMap(({ month, share }, index) => (share === null ? [] : [{ month, share, index }]));
  const last = months.length - 1;
  const joined = points.flatMap((point, place) => {
    const before = points[place - 1];
    return before && before.index === point.index - 1 ? [{ from: before, to: point }] : [];
  });
  return (
    <Stack gap={4}>
      <Text as="h3" size={13} weight={600}>
        {texts.trend}
      </Text>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={points.map(({ month, share }) => `${month}: ${share} %`).join(', ')}
      >
        {[100, (100 + least) / 2, least].map((share) => (
          <g key={share}>
            <line x1={pad} x2={width - pad} y1={y(share)} y2={y(share)} stroke="var(--line)" />
            <text x={0} y={y(share) + 3} fontSize={12} fill="var(--text2)">
              {share}
            </text>
          </g>
        ))}
        {joined.map(({ from, to }) => (
          <line
            key={to.month}
            x1={x(from.index)}
            y1={y(from.share)}
            x2={x(to.index)}
            y2={y(to.share)}
            stroke="var(--text)"
            strokeWidth={1.5}
            {...(to.index === last ? { strokeDasharray: '3 3' } : {})}
          />
        ))}
        {points.map(({ month, share, index }, place) => (
          <g key={month}>
            <circle
              cx={x(index)}
              cy={y(share)}
              r={3}
              fill={index === last ? 'var(--surface)' : 'var(--text)'}
              stroke="var(--text)"
            />
            <text x={x(index)} y={y(share) - 7} fontSize={12} fill="var(--text)" textAnchor="middle">
              {(place === 0 || index === last) && shareText(share, pageLocale())}
            </text>
          </g>
        ))}
        {months.map(({ month }, index) => (
          <text key={month} x={x(index)} y={height - 3} fontSize={12} fill="var(--text2)" textAnchor="middle">
            {month.slice(5)}
          </text>
        ))}
      </svg>
    </Stack>
  );
};
