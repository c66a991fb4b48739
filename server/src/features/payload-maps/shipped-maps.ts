import type { PayloadMap } from '@tocsin/contract/payload-map';
import { lorawanFormat } from '@tocsin/contract/payload-maps';
import type { z } from 'zod';

/** A map that comes with Tocsin, and messages of our own making in its format. */
export interface ShippedMap {
  readonly code: string;
  readonly map: z.input<typeof PayloadMap>;
  readonly samples: readonly { readonly topic: string | null; readonly body: string }[];
}

const anyKey = { group: 'values', group_name: 'Values', id: '{key}', name: '{key}', type: 'auto' } as const;

/** Maps of public formats. Their sensors are what a device sends, by name, within the first 24 h. */
export const shippedMaps: readonly ShippedMap[] = [
  {
    code: 'chirpstack-v4',
    map: {
      name: lorawanFormat,
      about:
        'Uplink events of the MQTT integration, and of the HTTP integration. `object` needs a codec in the device profile.',
      report_interval_s: 900,
      kinds: [
        {
          topic: 'application/+/device/{id}/event/up',
          device: 'deviceInfo.devEui',
          time: { path: 'time', unit: 'iso' },
          values: [{ path: 'object.*', ...anyKey }],
        },
      ],
    },
    samples: [
      {
        topic: 'application/0e0f7f3c-5a4e-4b43-a5cb-53a9d3a3c6e2/device/a84041b2c1d5e3f7/event/up',
        body: '{"deduplicationId":"7f6d2a40-9f5f-4a43-9a4a-1f7b2e7d1f10","time":"2026-11-27T16:41:14.208+00:00","deviceInfo":{"tenantName":"prairie","applicationName":"hutchinson","deviceProfileName":"bearing","deviceName":"dust-fan-2","devEui":"a84041b2c1d5e3f7","tags":{}},"devAddr":"01ab34c7","adr":true,"dr":4,"fCnt":2418,"fPort":2,"confirmed":false,"data":"AmYVYA==","object":{"temperature":61.4,"vibration":2.1,"battery":96},"rxInfo":[{"gatewayId":"0016c001f1084f21","uplinkId":12345,"rssi":-87,"snr":9.2}],"txInfo":{"frequency":868100000}}',
      },
    ],
  },
  {
    code: 'the-things-stack-v3',
    map: {
      name: 'The Things Stack v3',
      about: 'Uplink messages of The Things Network. `decoded_payload` needs a payload formatter.',
      report_interval_s: 900,
      kinds: [
        {
          topic: 'v3/+/devices/+/up',
          device: 'end_device_ids.dev_eui',
          time: { path: 'received_at', unit: 'iso' },
          values: [{ path: 'uplink_message.decoded_payload.*', ...anyKey }],
        },
      ],
    },
    samples: [
      {
        topic: 'v3/hutchinson@ttn/devices/dust-fan-2/up',
        body: '{"end_device_ids":{"device_id":"dust-fan-2","application_ids":{"application_id":"hutchinson"},"dev_eui":"A84041B2C1D5E3F7","dev_addr":"01AB34C7"},"received_at":"2026-11-27T16:41:14.208331264Z","uplink_message":{"f_port":2,"f_cnt":2418,"frm_payload":"AmYVYA==","decoded_payload":{"temperature":61.4,"vibration":2.1,"door":"open"},"rx_metadata":[{"gateway_ids":{"gateway_id":"roof"},"rssi":-87,"snr":9.2}],"settings":{"frequency":"868100000"},"received_at":"2026-11-27T16:41:14.004Z"}}',
      },
    ],
  },
  {
    code: 'thingsboard',
    map: {
      name: 'ThingsBoard telemetry',
      about: 'What a device sends to ThingsBoard: plain, with a time, or a list of both.',
      kinds: [
        {
          topic: 'v1/devices/me/telemetry',
          moments: '$[*]',
          time: { path: 'ts', unit: 'ms' },
          values: [{ path: 'values.*', ...anyKey }],
        },
        {
          topic: 'v1/devices/me/telemetry',
          time: { path: 'ts', unit: 'ms' },
          values: [{ path: 'values.*', ...anyKey }],
        },
        { topic: 'v1/devices/me/telemetry', values: [{ path: '$.*', ...anyKey }] },
      ],
    },
    samples: [
      { topic: 'v1/devices/me/telemetry', body: '{"temperature":42.5,"running":true}' },
      { topic: 'v1/devices/me/telemetry', body: '{"ts":1795797674208,"values":{"temperature":42.5,"running":true}}' },
      {
        topic: 'v1/devices/me/telemetry',
        body: '[{"ts":1795797664208,"values":{"temperature":42.4}},{"ts":1795797674208,"values":{"temperature":42.5}}]',
      },
    ],
  },
  {
    code: 'kepware-iot-gateway',
    map: {
      name: 'Kepware IoT Gateway',
      about: 'The standard template of MQTT and REST clients. Times of single tags are not used.',
      kinds: [
        {
          topic: 'iotgateway/{udf}',
          time: { path: 'timestamp', unit: 'ms' },
          values: [{ each: 'values[*]', path: 'v', key: 'id', quality: { path: 'q', good: [true] }, ...anyKey }],
        },
      ],
    },
    samples: [
      {
        topic: 'iotgateway/LEG4',
        body: '{"timestamp":1795797674208,"values":[{"id":"Leg4.PLC.HeadBearing","v":61.4,"q":true,"t":1795797674108},{"id":"Leg4.PLC.Running","v":true,"q":true,"t":1795797674108},{"id":"Leg4.PLC.TailBearing","v":0,"q":false,"t":1795797604108}]}',
      },
    ],
  },
  {
    code: 'emqx-neuron',
    map: {
      name: 'EMQX Neuron',
      about:
        'The values format and the tags format of the MQTT application. The topic is set there: /neuron/ and the UDF ID.',
      kinds: [
        {
          topic: '/neuron/{udf}/#',
          time: { path: 'timestamp', unit: 'ms' },
          values: [{ each: 'tags[*]', path: 'value', key: 'name', ...anyKey }],
        },
        {
          topic: '/neuron/{udf}/#',
          time: { path: 'timestamp', unit: 'ms' },
          values: [{ path: 'values.*', ...anyKey }],
        },
      ],
    },
    samples: [
      {
        topic: '/neuron/LEG4/modbus/grp',
        body: '{"timestamp":1795797674208,"node":"modbus","group":"grp","values":{"head":61.4,"running":1},"errors":{"tail":2014},"metas":{}}',
      },
      {
        topic: '/neuron/LEG4/modbus/grp',
        body: '{"node":"modbus","group":"grp","timestamp":1795797675208,"tags":[{"name":"head","value":61.5},{"name":"tail","error":2014}]}',
      },
    ],
  },
  {
    code: 'teltonika-data-to-server',
    map: {
      name: 'Teltonika Data to Server',
      about:
        'Modbus data of RutOS routers. Choose JSON with the fields timestamp, name and data; numbers in brackets are read.',
      kinds: [
        {
          topic: 'teltonika/{udf}',
          moments: '$[*]',
          time: { path: 'timestamp', unit: 's' },
          values: [{ path: 'data', key: 'name', ...anyKey }],
        },
      ],
    },
    samples: [
      {
        topic: 'teltonika/LEG4',
        body: '[{"timestamp":1795797674,"name":"head","data":"[61.4]"},{"timestamp":1795797674,"name":"running","data":"[1]"}]',
      },
    ],
  },
  {
    code: 'opc-publisher',
    map: {
      name: 'OPC Publisher (PubSub)',
      about:
        'OPC UA PubSub messages in JSON, as OPC Publisher and AVEVA gateways send them. A value with a bad status code is none.',
      kinds: [
        {
          topic: 'opcua/{udf}/#',
          moments: 'Messages[*]',
          time: { path: 'Timestamp', unit: 'iso' },
          values: [{ each: 'Payload.*', path: 'Value', quality: { path: 'StatusCode.Code', good: [0] }, ...anyKey }],
        },
        {
          topic: 'opcua/{udf}/#',
          moments: 'Messages[*]',
          time: { path: 'Timestamp', unit: 'iso' },
          values: [{ path: 'Payload.*', ...anyKey }],
        },
      ],
    },
    samples: [
      {
        topic: 'opcua/LEG4/leg4',
        body: '{"MessageId":"18","MessageType":"ua-data","PublisherId":"plant","Messages":[{"DataSetWriterId":1,"SequenceNumber":7,"Timestamp":"2026-11-27T16:41:14.208Z","Payload":{"HeadBearing":{"Value":61.4,"SourceTimestamp":"2026-11-27T16:41:14.1Z"},"TailBearing":{"Value":0,"StatusCode":{"Code":2147483648,"Symbol":"Bad"}}}}]}',
      },
      {
        topic: 'opcua/LEG4/leg4',
        body: '{"MessageId":"19","MessageType":"ua-data","Messages":[{"DataSetWriterId":1,"Timestamp":"2026-11-27T16:41:15.208Z","Payload":{"HeadBearing":61.5}}]}',
      },
    ],
  },
  {
    code: 'node-red',
    map: {
      name: 'Node-RED payload',
      about: 'A flow that sends `{"payload": {...}}`, or a bare object, in an MQTT out or HTTP request node.',
      kinds: [
        { topic: 'node-red/{udf}', values: [{ path: 'payload.*', ...anyKey }] },
        { topic: 'node-red/{udf}', values: [{ path: '$.*', ...anyKey }] },
      ],
    },
    samples: [
      {
        topic: 'node-red/FAN2',
        body: '{"_msgid":"a1b2c3","topic":"fan","payload":{"temperature":61.4,"state":"running"}}',
      },
      { topic: 'node-red/FAN2', body: '{"temperature":61.5,"state":"running"}' },
    ],
  },
  {
    code: 'plain-number',
    map: {
      name: 'A plain number per topic',
      about: 'One number, true or false, or a word per message: the last level of the topic is the name of the sensor.',
      kinds: [
        {
          topic: 'plain/{udf}/+',
          values: [{ path: '$', key: '{topic}', ...anyKey }],
        },
      ],
    },
    samples: [
      { topic: 'plain/FAN2/temperature', body: '61.4' },
      { topic: 'plain/FAN2/running', body: 'true' },
    ],
  },
];
