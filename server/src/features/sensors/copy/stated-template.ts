import type { StatedTemplate, TemplateInput } from '@tocsin/contract/device-templates';
import { mergeResponse, noResponse } from '@tocsin/contract/responses';
import { badField } from '../../../platform/errors.ts';
import { checkConditions, withUnits } from '../conditions.ts';
import { listed } from '../list.ts';
import { planRules, settleRows } from '../warnings.ts';
import { asSent } from './load.ts';
import { type StoredTemplate, TemplateDocument } from './store-templates.ts';
import { contentOf } from './template.ts';

/** A template as programs take it elsewhere. */
export const statedOf = (stored: StoredTemplate | undefined): StatedTemplate => {
  if (!stored) return { version: 0, template: null };
  const { groups, sensors, units, settings } = stored.document;
  const { names, images, roles, responses, rules } = settings;
  const template = {
    groups: groups.map(({ id, name }) => ({ id, name })),
    sensors: sensors.map((sensor) => ({ ...sensor })),
    units,
    names,
    images,
    roles,
    responses,
    rules: rules.map(({ id: _, path, ...rule }) => ({ ...rule, sensor_id: path })),
  };
  return { version: stored.version, template };
};

/** The document of a stated template. Refuses a setting of a sensor that it does not have, and rules as a device does. */
export const documentOfStated = (stated: TemplateInput): TemplateDocument => {
  const { groups, sensors, units, names, images, roles, rules } = stated;
  const responses = Object.fromEntries(
    Object.entries(stated.responses).map(([path, response]) => [path, mergeResponse(noResponse, response)]),
  );
  const document = {
    groups: groups.map((group) => ({ ...group, meta: {} })),
    sensors,
    units,
    settings: { names, images, types: {}, responses, rules: [], roles },
  };
  const { list, shown } = contentOf({ document });
  // Sensors of types that have templates are read as they are sent.
  const types = Object.fromEntries(listed(list).map((sensor) => [sensor.path, asSent(sensor)]));
  if (shown.size < sensors.length) throw badField('template', 'A sensor is stated twice.');
  const unknown =
    [units, names, images, responses].flatMap((of) => Object.keys(of)).find((path) => !shown.has(path)) ??
    sensors.find(({ groupId }) => !groups.some(({ id }) => id === groupId))?.groupId;
  if (unknown !== undefined) throw badField('template', `'${unknown}' names no sensor or group of the template.`);
  const { add } = planRules([], settleRows(listed(list), 0, rules, []));
  const whole = add.map((rule) => withUnits(rule, shown));
  checkConditions(whole, whole, shown);
  const stored = whole.map(({ position: _, ...rule }) => ({ ...rule, id: 0 }));
  return TemplateDocument.parse({ ...document, settings: { ...document.settings, types, rules: stored } });
};
