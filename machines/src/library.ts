import { bagger } from './bagger.ts';
import { beltConveyor } from './belt-conveyor.ts';
import { bucketElevator } from './bucket-elevator.ts';
import { cleaner } from './cleaner.ts';
import { controlCabinet } from './control-cabinet.ts';
import { cooler } from './cooler.ts';
import { cyclone } from './cyclone.ts';
import { distributor } from './distributor.ts';
import { dragConveyor } from './drag-conveyor.ts';
import { drumMagnet } from './drum-magnet.ts';
import { drumScalper } from './drum-scalper.ts';
import { dryer } from './dryer.ts';
import { dustCollector } from './dust-collector.ts';
import { fan } from './fan.ts';
import { flatBin } from './flat-bin.ts';
import { gate } from './gate.ts';
import { gearMotor } from './gear-motor.ts';
import { hammerMill } from './hammer-mill.ts';
import { hopper } from './hopper.ts';
import type { AnchorPoint, Drawing, MachineType, SensorPoint } from './machine.ts';
import { clampStretch } from './machine.ts';
import { mixer } from './mixer.ts';
import { pelletMill } from './pellet-mill.ts';
import { railLoadOut } from './rail-load-out.ts';
import { rollerMill } from './roller-mill.ts';
import { rotaryAirlock } from './rotary-airlock.ts';
import { screwConveyor } from './screw-conveyor.ts';
import { silo } from './silo.ts';
import { truckPit } from './truck-pit.ts';
import { twoWayValve } from './two-way-valve.ts';
import { weigher } from './weigher.ts';

/** All machine types, in palette order. */
export const machineTypes: readonly MachineType[] = [
  bucketElevator,
  beltConveyor,
  dragConveyor,
  screwConveyor,
  silo,
  flatBin,
  hopper,
  distributor,
  twoWayValve,
  gate,
  truckPit,
  railLoadOut,
  hammerMill,
  rollerMill,
  pelletMill,
  mixer,
  cooler,
  dryer,
  cleaner,
  drumScalper,
  drumMagnet,
  weigher,
  bagger,
  fan,
  dustCollector,
  cyclone,
  rotaryAirlock,
  gearMotor,
  controlCabinet,
];

const byId: ReadonlyMap<number, MachineType> = new Map(machineTypes.map((type) => [type.id, type]));

/** The machine type with this id; undefined if this build does not know it. */
export const machineType = (id: number): MachineType | undefined => byId.get(id);

/** Cache of drawings by type and stretch. */
const drawings = new Map<string, Drawing>();
const maxDrawings = 500;

/** The drawing of a type at a stretch in units, which is limited to the type's bounds; cached. */
export function drawingOf(type: MachineType, stretch = 0): Drawing {
  const length = clampStretch(type, stretch);
  const key = `${type.id}:${length}`;
  const known = drawings.get(key);
  if (known !== undefined) return known;
  const drawing = type.draw(length);
  if (drawings.size >= maxDrawings) drawings.clear();
  drawings.set(key, drawing);
  return drawing;
}

const mirrored = <P extends { readonly x: number }>(width: number, point: P): P => ({ ...point, x: width - point.x });

/** Anchors of a drawing in its units, mirrored if `flip`. */
export function anchorsOf(drawing: Drawing, flip: boolean): readonly AnchorPoint[] {
  if (!flip) return drawing.anchors;
  return drawing.anchors.map((anchor) => ({
    ...mirrored(drawing.width, anchor),
    heading: anchor.heading === 'left' ? 'right' : anchor.heading === 'right' ? 'left' : anchor.heading,
  }));
}

/** Sensor points of a drawing in its units, mirrored if `flip`. */
export const sensorPointsOf = (drawing: Drawing, flip: boolean): readonly SensorPoint[] =>
  flip ? drawing.sensors.map((point) => mirrored(drawing.width, point)) : drawing.sensors;
