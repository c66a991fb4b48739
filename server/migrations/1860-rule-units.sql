-- works with: nothing before
-- A rule keeps the unit in which its numbers were typed. Rules of 2.0.0 were typed in the displayed unit of the sensor:
-- that of its setting or of its newest layout, in the device's degrees.
alter table warning_rule add column unit text;
-- The layout whose units the rule was last compared with; null: not yet. Managers are mailed once when a unit of a
-- sensor can no longer be converted to the rule's.
alter table warning_rule add column unit_layout_id int;
alter table warning_rule add column has_other_unit boolean not null default false;

create temporary table shown_unit on commit drop as
select l.device_id, sensor.path,
  case when d.degrees is not null and coalesce(nullif(scale.unit, ''), sensor.unit) in ('C', 'F') then d.degrees
    else coalesce(nullif(scale.unit, ''), sensor.unit) end as unit
from device_latest l
  join device d on d.id = l.device_id
  join device_layout y on y.device_id = l.device_id and y.layout_id = l.layout_id
  cross join lateral (
    select concat(one ->> 'groupId', '.', one ->> 'sensorId') as path, one ->> 'unit' as unit
    from jsonb_array_elements(y.sensors) one
  ) sensor
  left join lateral (
    select s.unit from sensor_scale s where s.device_id = l.device_id and s.path = sensor.path
    order by s.since desc limit 1
  ) scale on true
where exists (select from warning_rule r where r.device_id = l.device_id);

update warning_rule r set unit = u.unit from shown_unit u where u.device_id = r.device_id and u.path = r.path;
update warning_rule r set only_while = r.only_while || jsonb_build_object('unit', u.unit) from shown_unit u
where u.device_id = r.device_id and u.path = r.only_while ->> 'sensor_id' and r.only_while -> 'value' <> 'null'::jsonb;
