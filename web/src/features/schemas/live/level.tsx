import { Text } from '../../../ui/layout.tsx';
import type { Box, Machine } from '../canvas/tab.ts';
import { useOfStore } from './feed.tsx';
import css from './live.module.css';

const places: ReadonlySet<string> = new Set(['high-level', 'low-level']);

/** The level in a silo's gauge, of a sensor in percent at one of its level points; an empty gauge: not known. */
export const Level = ({ machine, gauge }: { readonly machine: Machine; readonly gauge: Box }) => {
  const level = useOfStore((store) => {
    for (const { point, sensor } of machine.bindings) {
      const found = places.has(point) ? store.sensors(sensor) : undefined;
      if (found?.online && found.sensor.Meta.Units === '%' && found.sensor.Value !== null)
        return Math.round(Math.min(100, Math.max(0, found.sensor.Value)));
    }
    return null;
  });
  return (
    <Text
      position="absolute"
      left={gauge.x * machine.scale}
      top={gauge.y * machine.scale}
      width={gauge.width * machine.scale}
      height={gauge.height * machine.scale}
      border="1px solid var(--text3)"
      className={css.level}
      background={`linear-gradient(to top, var(--text2) ${level ?? 0}%, var(--line) 0)`}
      aria-hidden="true"
    >
      {level !== null && <b>{level} %</b>}
    </Text>
  );
};
