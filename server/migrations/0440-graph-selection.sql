-- Which sensors of an F500 somebody has chosen for graphs, kept for the person and device.
create table graph_selection (
  user_id int not null references users (id) on delete cascade,
  device_id int not null references device (id) on delete cascade,
  path text not null,
  primary key (user_id, device_id, path)
);
