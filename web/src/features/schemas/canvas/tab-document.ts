import { documentFormat, type TabDocument } from '@tocsin/contract/schema-document';
import { machineType } from '@tocsin/machines/library';
import type { Tab } from './tab.ts';

/** Converts the saved document to the canvas. A shape's offsets are added to its position. */
export const tabOf = (document: TabDocument): Tab => ({
  name: document.name,
  width: document.width,
  height: document.height,
  zoom: document.zoom,
  offset: { x: document.offset_x, y: document.offset_y },
  pixelsPerMetre: document.pixels_per_metre,
  machines: document.machines.map((machine) => ({
    kind: 'machine',
    id: machine.frontend_id,
    savedId: machine.id ?? null,
    name: machine.name,
    type: machine.type_of_machine,
    x: machine.x_coord,
    y: machine.y_coord,
    scale: machine.scale,
    stretch: machine.stretch,
    lengthM: machine.length_m,
    area: machine.area,
    flip: machine.flip,
    bindings: machine.sensors.map(({ sensor_point, sensor }) => ({ point: sensor_point, sensor })),
    stateSensor: machine.system_state_sensor,
  })),
  connectors: document.connectors.map((connector) => ({
    kind: 'connector',
    id: connector.frontend_id,
    from: { machine: connector.start_m_fe_id, anchor: connector.start_anchor_point },
    to: { machine: connector.end_m_fe_id, anchor: connector.end_anchor_point },
    via: connector.additional_points.map((point) => ({ x: point.x_coord, y: point.y_coord })),
  })),
  shapes: document.shapes.map(({ frontend_id, x, y, extras }) => ({
    kind: 'shape',
    id: frontend_id,
    shape: extras.shape,
    x: x + extras.offsetLeft,
    y: y + extras.offsetTop,
    width: extras.width,
    height: extras.height,
    angle: extras.rotateAngle,
  })),
  labels: document.text_elements.map(({ frontend_id, x, y, extras }) => ({
    kind: 'label',
    id: frontend_id,
    x,
    y,
    size: extras.fontSize,
    text: extras.value,
  })),
});

/** The tab with default names in place of empty ones, so that a draft or a copy stays valid. */
export const named = (tab: Tab): Tab => ({
  ...tab,
  name: tab.name.trim() || 'Tab',
  machines: tab.machines.map((machine) =>
    machine.name.trim() === '' ? { ...machine, name: machineType(machine.type)?.name ?? 'Machine' } : machine,
  ),
});

/** Converts the canvas to the document that is saved. */
export function documentOf(tab: Tab): TabDocument {
  const savedIds = new Map(tab.machines.map((machine) => [machine.id, machine.savedId]));
  return {
    format: documentFormat,
    name: tab.name,
    width: tab.width,
    height: tab.height,
    zoom: tab.zoom,
    offset_x: tab.offset.x,
    offset_y: tab.offset.y,
    pixels_per_metre: tab.pixelsPerMetre,
    machines: tab.machines.map((machine) => ({
      frontend_id: machine.id,
      id: machine.savedId,
      name: machine.name,
      scale: machine.scale,
      flip: machine.flip,
      x_coord: machine.x,
      y_coord: machine.y,
      type_of_machine: machine.type,
      stretch: machine.stretch,
      length_m: machine.lengthM,
      area: machine.area,
      sensors: machine.bindings.map(({ point, sensor }) => ({ sensor_point: point, sensor })),
      system_state_sensor: machine.stateSensor,
    })),
    connectors: tab.connectors.map(({ id, from, to, via }) => ({
      frontend_id: id,
      start_machine: savedIds.get(from.machine) ?? null,
      start_anchor_point: from.anchor,
      start_m_fe_id: from.machine,
      end_machine: savedIds.get(to.machine) ?? null,
      end_anchor_point: to.anchor,
      end_m_fe_id: to.machine,
      additional_points: via.map((point) => ({ x_coord: point.x, y_coord: point.y })),
    })),
    shapes: tab.shapes.map(({ id, x, y, shape, width, height, angle }) => ({
      frontend_id: id,
      x,
      y,
      extras: { shape, width, height, offsetLeft: 0, offsetTop: 0, rotateAngle: angle },
    })),
    text_elements: tab.labels.map(({ id, x, y, size, text }) => ({
      frontend_id: id,
      x,
      y,
      extras: { fontSize: size, value: text },
    })),
  };
}
