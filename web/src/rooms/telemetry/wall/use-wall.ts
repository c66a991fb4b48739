import { useQueries, useQuery } from '@tanstack/react-query';
import { hasNodes } from '@tocsin/contract/device-type';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { onTick } from '../../../kit/tick.ts';
import type { Board } from '../../../wire/board.ts';
import { serverNow } from '../../../wire/clock.ts';
import { watchDevice } from '../../../wire/live-feed.ts';
import { type Device, devicesQuery, feedAddress, shownType } from '../../../wire/plant.ts';
import { isUnrecorded } from '../../../wire/recorded.ts';
import type { SocketState } from '../../../wire/socket.ts';
import { type Limit, limitsOf } from '../limits.ts';
import { warningsQuery } from '../queries.ts';
import { inOrder, type Tile } from './model.ts';
import { texts } from './texts.ts';
import { tileOf } from './tile-of.ts';

/** One wall watches at most so many devices live; a person has 200 sockets in all (decisions.md 1). */
const mostSockets = 100;

type Watched = ReadonlyMap<number, Board>;

/** The live feeds of a site's devices while the wall stands. */
const useBoards = (devices: readonly Device[]): Watched => {
  const [boards, setBoards] = useState<Watched>(new Map());
  const key = devices.map((device) => `${device.id}=${feedAddress(device)}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which devices they are.
  useEffect(() => {
    const feeds = devices
      .slice(0, mostSockets)
      .map((device) => ({ id: device.id, ...watchDevice(feedAddress(device)) }));
    setBoards(new Map(feeds.map(({ id, board }) => [id, board])));
    return () => {
      for (const feed of feeds) feed.leave();
    };
  }, [key]);
  return boards;
};

export interface WallState {
  readonly tiles: readonly Tile[];
  readonly socket: SocketState;
  /** When the newest frame of any device came, unix ms. */
  readonly newest: number | null;
  readonly notRecorded: boolean;
}

const stateOf = (devices: readonly Device[], boards: Watched): WallState => {
  const now = serverNow();
  const tiles: Tile[] = [];
  let newest: number | null = null;
  let notRecorded = false;
  const sockets: SocketState[] = [];
  for (const device of devices) {
    // A device past the most feeds, or whose feed was never there, stands as the list has it.
    const board = boards.get(device.id);
    tiles.push(tileOf(device, board, hasNodes(shownType(device)), now, texts));
    if (board === undefined) continue;
    // Who may not open a suspended device is refused its feed; that is no lost connection.
    if (board.state() !== 'refused') sockets.push(board.state());
    const doc = board.document();
    if (doc?.received_at == null) continue;
    newest = Math.max(newest ?? 0, doc.received_at);
    notRecorded ||= isUnrecorded(doc);
  }
  const socket = sockets.includes('down') ? 'down' : sockets.every((each) => each === 'open') ? 'open' : 'connecting';
  return { tiles: inOrder(tiles), socket, newest, notRecorded };
};

const noDevices: readonly Device[] = [];

export const useWall = (
  site: number,
): WallState & { readonly devices: readonly Device[]; readonly limits: ReadonlyMap<string, Limit> } => {
  const devices = useQuery(devicesQuery(site)).data?.results ?? noDevices;
  const boards = useBoards(devices);
  const subscribe = useMemo(
    () =>
      (listener: () => void): (() => void) => {
        const leave = [...boards.values()].map((board) => board.subscribeWhole(listener));
        const stop = onTick(listener);
        return () => {
          for (const each of leave) each();
          stop();
        };
      },
    [boards],
  );
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(stateOf(devices, boards)));
  const state = useMemo(() => JSON.parse(text) as WallState, [text]);
  // Limits are asked for devices in trouble alone.
  const bad = state.tiles.filter((tile) => tile.path !== null).map((tile) => tile.id);
  const rules = useQueries({ queries: bad.map((id) => warningsQuery(id)) });
  const limits = new Map<string, Limit>();
  bad.forEach((id, index) => {
    for (const [path, limit] of limitsOf(rules[index]?.data ?? [])) limits.set(`${id} ${path}`, limit);
  });
  return { ...state, devices, limits };
};
