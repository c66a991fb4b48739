/** Limits shared by adapters, decoders, schemas and pages. */
export const limits = {
  mqttPacketBytes: 256 * 1024,
  mqttPacketBytesDropped: 8 * 1024 * 1024,
  httpPostBytes: 8 * 1024 * 1024,
  framesPerPost: 5_000,
  sensorsPerDevice: 1_000,
  metricsPerMessage: 20_000,
  propertiesPerMetric: 100,
  jsonDepth: 32,
  /** Numbers, texts, lists and objects of a JSON message. */
  jsonValuesPerFrame: 10_000,
  jsonValuesPerBirth: 100_000,
  nameLength: 60,
  stateTexts: 256,
  framesPerSecond: 100,
  socketsPerPerson: 200,
  tabsPerSchema: 20,
  elementsPerTab: 500,
  layoutsPerHour: 20,
} as const;
