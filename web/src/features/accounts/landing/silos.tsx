/** Background silhouettes behind the hero: four silos on the ground line, one step darker than the background. */
const Silo = ({ x }: { readonly x: number }) => (
  <g transform={`translate(${x} 0)`}>
    <path d="M0 78L70 24H94L164 78M70 24V14H94V24M6 82H158V330H6ZM0 78H164V84H0ZM0 328H164V336H0Z" />
    <path d={Array.from({ length: 15 }, (_, i) => `M6 ${98 + i * 15.5}H158`).join('')} />
    <path d="M8 336L68 392H96L156 336M68 392H96V400H68Z" />
    <path d="M10 336V430M22 336V430M142 336V430M154 336V430M22 400L142 428M142 400L22 428" />
  </g>
);

export const Silos = () => (
  <svg className="hero-silos" viewBox="0 0 1120 430" aria-hidden="true" focusable="false">
    {[4, 190, 376, 562, 748, 934].map((x) => (
      <Silo key={x} x={x} />
    ))}
  </svg>
);
