import { createRandom } from '@tocsin/simulator/random';

/** Frames of 100 sensors for the ingest benches: values differ, and one frame in a hundred changes an alarm. */
export const sensorCount = 100;

export const loadBirth = (ts: number): object => ({
  ts,
  version: 'bench',
  boot: 1,
  groups: Array.from({ length: 10 }, (_, g) => ({
    id: String(g + 1),
    name: `Group ${g + 1}`,
    sensors: Array.from({ length: 10 }, (_, s) => ({
      id: String((g + 1) * 100 + s),
      name: `Sensor ${g + 1}.${s}`,
      type: 'NUMERIC',
      unit: 'C',
    })),
  })),
});

/** One warning rule for ten sensors, a usual number on plants. */
export const loadWarnings = Array.from({ length: 10 }, (_, g) => ({
  sensor_id: `${g + 1}.${(g + 1) * 100}`,
  sign: '>' as const,
  value: 65,
  delay_seconds: 60,
}));

export const sensorPaths = Array.from({ length: sensorCount }, (_, i) => {
  const group = Math.floor(i / 10) + 1;
  return `${group}.${group * 100 + (i % 10)}`;
});

/** Creates a device's frames as text one after the other, cheaply enough not to disturb the measurement. */
export function createFrameTexts(seed: number, form: 'compact' | 'map'): (ts: number) => string {
  const random = createRandom(seed);
  const values = sensorPaths.map(() => random.between(20, 60));
  let seq = 0;
  let alarm = -1;
  let ended = -1;
  return (ts) => {
    for (let i = 0; i < values.length; i++)
      values[i] = Math.round(((values[i] ?? 0) + random.between(-0.3, 0.3)) * 10) / 10;
    ended = -1;
    if (random.next() < 0.01) {
      ended = alarm;
      alarm = alarm < 0 ? Math.floor(random.next() * sensorCount) : -1;
    }
    const head = `{"ts":${ts},"seq":${seq++}`;
    if (form === 'compact')
      return alarm < 0
        ? `${head},"v":[${values.join()}]}`
        : `${head},"v":[${values.join()}],"alarm":[${alarm}],"state":{"${alarm}":"Absolute"}}`;
    const cells = values.map((value, i) => {
      if (i === alarm) return `"${sensorPaths[i]}":{"value":${value},"alarm":true,"state":"Absolute"}`;
      if (i === ended) return `"${sensorPaths[i]}":{"value":${value},"alarm":false,"state":""}`;
      return `"${sensorPaths[i]}":${value}`;
    });
    return `${head},"values":{${cells.join()}}}`;
  };
}
