import { memo, useMemo } from 'react';
import css from './canvas.module.css';
import { chevrons, type Route, routeOf } from './geometry/route.ts';
import type { Connector, Machine } from './tab.ts';

const Chevrons = ({ route }: { readonly route: Route }) => (
  <path
    className={css.chevron}
    d={chevrons(route.points)
      .map(({ x, y, angle }) => {
        const a = (angle * Math.PI) / 180;
        const at = (along: number, across: number) =>
          `${(x + along * Math.cos(a) - across * Math.sin(a)).toFixed(1)} ${(y + along * Math.sin(a) + across * Math.cos(a)).toFixed(1)}`;
        return `M${at(-2, -3)}L${at(2, 0)}L${at(-2, 3)}`;
      })
      .join('')}
  />
);

/** A pipe: edge, core, and the direction of flow. */
export const ConnectorPath = memo(({ route }: { readonly route: Route }) => (
  <>
    <path className={css.pipeEdge} d={route.d} />
    <path className={css.pipeCore} d={route.d} />
    <Chevrons route={route} />
  </>
));

interface Props {
  readonly connectors: readonly Connector[];
  readonly machines: readonly Machine[];
}

/** All connectors of a tab; one whose machine is gone is not drawn. */
export const Connectors = ({ connectors, machines }: Props) => {
  const routes = useMemo(() => {
    const byId = new Map(machines.map((machine) => [machine.id, machine]));
    return connectors.flatMap((connector) => {
      const route = routeOf(connector, byId);
      return route === null ? [] : [{ id: connector.id, route }];
    });
  }, [connectors, machines]);
  return (
    <svg className={css.connectors} aria-hidden="true">
      {routes.map(({ id, route }) => (
        <ConnectorPath key={id} route={route} />
      ))}
    </svg>
  );
};
