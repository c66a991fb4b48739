import { type ProtectedMonth, shareOf, shareText } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { pageLocale } from '../../../ui/locale.ts';

const [width, height, side, top, bottom] = [310, 140, 26, 24, 42];
const grid = [100, 50, 0];

/** Labels of the two lines lie on either side of them; what tests have proved is never the higher one. */
const lines = [
  { kind: 'protected', stroke: 'var(--text2)', strokeWidth: 1.5, label: -7 },
  { kind: 'proved', stroke: 'var(--text)', strokeWidth: 3, label: 17 },
] as const;

/** Both shares of each month that is counted; the present month is a hollow point at the end of a dashed line. */
export const HoursTrend = ({ months }: { readonly months: readonly ProtectedMonth[] }) => {
  const last = months.length - 1;
  const x = (index: number): number => side + (index * (width - 2 * side)) / Math.max(1, last);
  const y = (share: number): number => height - bottom - (share / 100) * (height - top - bottom);
  const points = months.flatMap(({ month, counted, share, proved, running }, index) =>
    counted === 'behind' || share === null
      ? []
      : [{ month, index, protected: share, proved: shareOf(proved, running) ?? 0 }],
  );
  return (
    <Stack gap={4}>
      <Row wrap gap="0 12px">
        <Text as="h3" flex="1" size={13} weight={600} whiteSpace="nowrap">
          {texts.trend}
        </Text>
        {lines.map(({ kind, stroke, strokeWidth }) => (
          <Row key={kind} gap={4} size={12}>
            <svg width={16} height={4} aria-hidden="true">
              <line x2={16} y1={2} y2={2} stroke={stroke} strokeWidth={strokeWidth} />
            </svg>
            {texts.shares[kind]}
          </Row>
        ))}
      </Row>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={points
          .map((one) => `${one.month}: ${lines.map(({ kind }) => `${one[kind]} % ${texts.shares[kind]}`).join(', ')}`)
          .join('; ')}
      >
        {grid.map((share) => (
          <g key={share}>
            <line x1={side} x2={width - side} y1={y(share)} y2={y(share)} stroke="var(--line)" />
            <text x={0} y={y(share) + 3} fontSize={12} fill="var(--text2)">
              {share}
            </text>
          </g>
        ))}
        {lines.flatMap(({ kind, label, ...look }) =>
          points.map((point, place) => {
            const { month, index } = point;
            const before = points[place - 1];
            const at = { x: x(index), y: y(point[kind]) };
            return (
              <g key={`${kind} ${month}`} {...look}>
                {before?.index === index - 1 && (
                  <line
                    x1={x(before.index)}
                    y1={y(before[kind])}
                    x2={at.x}
                    y2={at.y}
                    {...(index === last ? { strokeDasharray: '3 3' } : {})}
                  />
                )}
                <circle
                  cx={at.x}
                  cy={at.y}
                  r={3}
                  strokeWidth={1.5}
                  fill={index === last ? 'var(--surface)' : look.stroke}
                />
                {(index === last || (place === 0 && index < last - 1)) && (
                  <text x={at.x} y={at.y + label} fontSize={12} fill="var(--text)" stroke="none" textAnchor="middle">
                    {shareText(point[kind], pageLocale())}
                  </text>
                )}
              </g>
            );
          }),
        )}
        {months.map(({ month }, index) => (
          <text key={month} x={x(index)} y={height - 3} fontSize={12} fill="var(--text2)" textAnchor="middle">
            {month.slice(5)}
          </text>
        ))}
      </svg>
    </Stack>
  );
};
