import { type CSSProperties, memo, useId } from 'react';
import { type Belt, type Bucket, beltOf, bucketsOf, type Stretch, turnDegrees } from './belt.ts';
import './elevator.css';

/** Belt speed in drawing units per second: about 0.4 m/s at the drawn scale. */
const beltSpeed = 33;

/** Grain leaves a bucket shortly after the top of the head pulley. */
const spillAt = (belt: Belt): number => belt.bootY - belt.headY + 42;

const Casing = ({ height: h }: { readonly height: number }) => (
  <>
    <path className="elv-body" d={`M2 ${h - 142}H26L36 ${h - 126}V${h - 70}L2 ${h - 110}Z`} />
    <path className="elv-steel" d={`M2 ${h - 142}H26V${h - 134}H2Z`} />
    <g className="elv-spout">
      <path className="elv-body" d="M124 50L172 98V122H140L124 106Z" />
      <path className="elv-shade" d="M158 85L171 99V116H158Z" />
      <path className="elv-steel" d="M136 116H176V124H136Z" />
    </g>
    <rect className="elv-steel" x="2" y="46" width="30" height="28" rx="4" />
    <path className="elv-fin" d="M8 50V70M16 50V70M24 50V70" />
    <rect className="elv-steel" x="2" y="74" width="34" height="5" />
    <rect className="elv-body" x="32" y="92" width="38" height={h - 184} />
    <rect className="elv-body" x="90" y="92" width="38" height={h - 184} />
    <rect className="elv-shade" x="120" y="96" width="8" height={h - 190} />
    <rect className="elv-shade" x="62" y="96" width="8" height={h - 190} />
    <path className="elv-body" d="M30 104V60A50 50 0 0 1 130 60V104Z" />
    <path
      className="elv-body"
      d={`M30 ${h - 104}H130V${h - 32}Q130 ${h - 18} 116 ${h - 18}H44Q30 ${h - 18} 30 ${h - 32}Z`}
    />
    <path
      className="elv-recess"
      fillRule="evenodd"
      d={`M38 ${h - 64}V60A42 42 0 0 1 122 60V${h - 64}Q122 ${h - 26} 112 ${h - 26}H48Q38 ${h - 26} 38 ${h - 64}ZM66 ${h - 104}H94V104H66Z`}
    />
    <rect className="elv-void" x="66" y="104" width="28" height={h - 208} />
    <path
      className="elv-grain"
      d={`M40 ${h - 56}Q60 ${h - 48} 80 ${h - 34}H110L108 ${h - 28}H50Q42 ${h - 30} 40 ${h - 56}Z`}
    />
  </>
);

interface BucketShapeProps {
  readonly bucket: Bucket;
  readonly pitch: number;
  readonly spill: number;
}

const BucketShape = ({ bucket, pitch, spill }: BucketShapeProps) => {
  const full = bucket.at + pitch <= spill;
  const spilling = !full && bucket.at < spill;
  return (
    <g transform={bucket.transform}>
      {full || spilling ? (
        <path className={spilling ? 'elv-grain elv-spill' : 'elv-grain'} d="M1 8Q8 14.5 14 8Z" />
      ) : null}
      <path className="elv-rotor" d="M1 8H14L11-5Q10-8 7-8H1Z" />
    </g>
  );
};

interface BucketsProps {
  readonly belt: Belt;
  readonly stretch: Stretch;
  readonly clip: string;
}

const Buckets = ({ belt, stretch, clip }: BucketsProps) => (
  <g clipPath={`url(#${clip})`}>
    <g className={`elv-${stretch}`}>
      {bucketsOf(belt, stretch).map((bucket) => (
        <BucketShape key={bucket.at} bucket={bucket} pitch={belt.pitch} spill={spillAt(belt)} />
      ))}
    </g>
  </g>
);

interface PulleyProps {
  readonly belt: Belt;
  readonly y: number;
  readonly hub: number;
  readonly at: 'top' | 'low';
}

const Pulley = ({ belt, y, hub, at }: PulleyProps) => (
  <>
    <circle className="elv-pulley" cx={belt.x} cy={y} r={belt.radius - 3} />
    <circle className="elv-disc" cx={belt.x} cy={y} r={(belt.radius - 3) * 0.62} />
    <g className={`elv-turn-${at}`}>
      {[0, 120, 240].map((angle) => (
        <circle
          key={angle}
          className="elv-hole"
          cx={belt.x}
          cy={y - 18}
          r="1.7"
          transform={`rotate(${angle} ${belt.x} ${y})`}
        />
      ))}
    </g>
    <circle className="elv-hub" cx={belt.x} cy={y} r={hub} />
  </>
);

/** Cutaway side view of a bucket elevator. Static until its CSS animates it; the parent sets `--heat`. */
export const Elevator = memo(({ height, viewBox }: { readonly height: number; readonly viewBox?: string }) => {
  const belt = beltOf(height);
  const id = useId();
  const clip = (stretch: Stretch): string => `${id}-${stretch}`;
  const { x, radius, headY, bootY } = belt;
  const motion = {
    '--elv-pitch': `${belt.pitch}px`,
    '--elv-turn': `${turnDegrees(belt)}deg`,
    '--elv-loop': `${belt.pitch / beltSpeed}s`,
    '--elv-rev': `${(2 * Math.PI * radius) / beltSpeed}s`,
    '--elv-head': `${x}px ${headY}px`,
    '--elv-boot': `${x}px ${bootY}px`,
  } as CSSProperties;
  return (
    <svg className="elv" viewBox={viewBox ?? `0 0 178 ${height}`} style={motion} aria-hidden="true" focusable="false">
      <defs>
        <clipPath id={clip('up')}>
          <rect x="20" y={headY} width="60" height={bootY - headY} />
        </clipPath>
        <clipPath id={clip('down')}>
          <rect x="80" y={headY} width="60" height={bootY - headY} />
        </clipPath>
        <clipPath id={clip('head')}>
          <rect x="20" y="0" width="120" height={headY} />
        </clipPath>
        <clipPath id={clip('boot')}>
          <rect x="20" y={bootY} width="120" height="60" />
        </clipPath>
        <radialGradient id={`${id}-glow`}>
          <stop offset="0" className="elv-glow-in" />
          <stop offset="1" className="elv-glow-out" />
        </radialGradient>
      </defs>
      <Casing height={height} />
      <rect
        className="elv-belt"
        x={x - radius}
        y={headY - radius}
        width={2 * radius}
        height={bootY - headY + 2 * radius}
        rx={radius}
      />
      <Pulley belt={belt} y={headY} hub={8} at="top" />
      <Pulley belt={belt} y={bootY} hub={7} at="low" />
      {(['up', 'head', 'down', 'boot'] as const).map((stretch) => (
        <Buckets key={stretch} belt={belt} stretch={stretch} clip={clip(stretch)} />
      ))}
      <rect className="elv-steel" x="24" y={height - 18} width="112" height="8" rx="2" />
      <g className="elv-heat">
        <circle cx={x} cy={headY} r="42" fill={`url(#${id}-glow)`} />
        <circle className="elv-ring" cx={x} cy={headY} r="33" />
        <circle className="elv-ring" cx={x} cy={headY} r="23" />
        <circle className="elv-core" cx={x} cy={headY} r="9.5" />
      </g>
    </svg>
  );
});
