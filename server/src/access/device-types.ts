/** Reads a type in the form of the contract's DeviceType. */
const typeObject = `select json_build_object('code', y.code, 'label', y.label, 'owner', y.owner, 'enters', y.enters,
    'groups_are_nodes', y.groups_are_nodes, 'raises_alarms', y.raises_alarms, 'claim', y.claim,
    'report_interval_s', y.report_interval_s) from device_type y`;

/** The type by which pages and rules go, as a JSON object, in a query that calls the device `d`. */
export const shownTypeOfD = `(${typeObject} where y.id = d.shown_type_id)`;
/** The type of the unit itself. */
export const typeOfD = `(${typeObject} where y.id = d.type_id)`;
/** The shown type in a query that gives the table no other name. */
export const shownTypeOfDevice = `(${typeObject} where y.id = device.shown_type_id)`;
