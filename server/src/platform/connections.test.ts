import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allConnections, allConnectionsCount, embeddedMaxConnections, shareConnections } from './connections.ts';

const valuesOf = (connections: object): number[] => Object.values(connections);

describe('the connections of a process', () => {
  it('all fit into the embedded PostgreSQL, with some for maintenance', () => {
    const sum = valuesOf(allConnections).reduce((total, n) => total + n, 0);
    expect(sum).toBe(allConnectionsCount);
    expect(embeddedMaxConnections).toBeGreaterThanOrEqual(sum + 10);
  });

  it('are all there when the database allows them', () => {
    expect(shareConnections(allConnectionsCount).connections).toEqual(allConnections);
    expect(shareConnections(500).connections).toEqual(allConnections);
  });

  it('get fewer with what it allows, and never too few to work', () => {
    const { count: least } = shareConnections(0);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (available) => {
        const { connections, count } = shareConnections(available);
        expect(count).toBe(Math.max(least, Math.min(available, allConnectionsCount)));
        expect(Math.min(...valuesOf(connections))).toBeGreaterThan(0);
      }),
    );
  });

  it('take from webhooks and pages before they take from the pipeline', () => {
    const { connections } = shareConnections(0);
    const { writer, states, hours, duplicates, owner, listeners } = allConnections;
    expect(connections).toMatchObject({ writer, states, hours, duplicates, owner, listeners, webhooks: 1 });
    expect(connections.main).toBeLessThan(allConnections.main);
  });
});
