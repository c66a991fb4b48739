import type pg from 'pg';

export interface Column {
  readonly name: string;
  /** As SQL writes it: `text`, `timestamptz`, `int[]`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** The expression of a default or of a generated column. */
  readonly expression: string | null;
  readonly isGenerated: boolean;
  /** `always` or `by default`. */
  readonly identity: string | null;
  /** Where it differs from the type's own. */
  readonly storage: string | null;
  readonly sequence: string | null;
}
export interface Constraint {
  readonly name: string;
  readonly kind: 'check' | 'foreign' | 'primary' | 'unique';
  readonly columns: readonly string[];
  readonly definition: string;
  /** The table of a foreign key's other end. */
  readonly refersTo: string | null;
}
/** An index that no constraint made, or a trigger, with the functions that it needs. */
export interface Attached {
  readonly name: string;
  readonly definition: string;
  readonly functions: readonly string[];
}
export interface Table {
  readonly name: string;
  readonly isUnlogged: boolean;
  readonly partitionKey: string | null;
  readonly options: readonly string[];
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly indexes: readonly Attached[];
  readonly triggers: readonly Attached[];
}
export interface View {
  readonly name: string;
  readonly definition: string;
  readonly columns: readonly Column[];
}
export interface Routine {
  readonly name: string;
  readonly header: string;
  readonly body: string;
  readonly isQuoted: boolean;
}
interface Sequence {
  readonly name: string;
  readonly definition: string;
}
/** What the schema `public` consists of, without what belongs to an extension and without partitions. */
export interface Catalogue {
  readonly extensions: readonly string[];
  readonly tables: readonly Table[];
  readonly views: readonly View[];
  readonly routines: readonly Routine[];
  readonly sequences: readonly Sequence[];
  /** Rights of others than the owner. */
  readonly grants: readonly string[];
}

const ours = (catalog: string, oid: string) => `not exists (select from pg_depend e
  where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
const columnsOf = `coalesce((select json_agg(json_build_object(
    'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull,
    'expression', pg_get_expr(d.adbin, d.adrelid, true), 'isGenerated', a.attgenerated <> '',
    'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
    'storage', case when a.attstorage <> t.typstorage then
      case a.attstorage when 'e' then 'external' when 'm' then 'main' when 'p' then 'plain' else 'extended' end end,
    'sequence', (select s.relname from pg_depend p join pg_class s on s.oid = p.objid and s.relkind = 'S'
      where p.refobjid = a.attrelid and p.refobjsubid = a.attnum and p.deptype in ('a', 'i'))
    ) order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns`;

const tables = `select c.relname as name, c.relpersistence = 'u' as "isUnlogged", pg_get_partkeydef(c.oid) as "partitionKey",
  coalesce(c.reloptions, '{}') as options,
  ${columnsOf},
  coalesce((select json_agg(json_build_object(
      'name', k.conname,
      'kind', case k.contype when 'c' then 'check' when 'f' then 'foreign' when 'p' then 'primary' else 'unique' end,
      'columns', array(select quote_ident(a.attname) from unnest(k.conkey) with ordinality as u(n, i)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = u.n order by u.i),
      'definition', pg_get_constraintdef(k.oid, true), 'refersTo', r.relname)
      order by position(k.contype::text in 'pucf'), k.conname)
    from pg_constraint k left join pg_class r on r.oid = k.confrelid
    where k.conrelid = c.oid and k.contype in ('c', 'f', 'p', 'u')), '[]') as constraints,
  coalesce((select json_agg(json_build_object('name', i.relname, 'definition', pg_get_indexdef(i.oid, 0, true),
      'functions', array(select p.proname from pg_depend d join pg_proc p on p.oid = d.refobjid
        where d.classid = 'pg_class'::regclass and d.objid = i.oid and d.refclassid = 'pg_proc'::regclass))
      order by i.relname)
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.oid and k.conrelid = c.oid)
    ), '[]') as indexes,
  coalesce((select json_agg(json_build_object('name', g.tgname, 'definition', pg_get_triggerdef(g.oid, true),
      'functions', array[p.proname]) order by g.tgname)
    from pg_trigger g join pg_proc p on p.oid = g.tgfoid where g.tgrelid = c.oid and not g.tgisinternal
    ), '[]') as triggers
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and ${ours('pg_class', 'c.oid')} order by c.oid`;

const views = `select c.relname as name, pg_get_viewdef(c.oid, true) as definition, ${columnsOf}
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and ${ours('pg_class', 'c.oid')}
order by c.oid`;

const routines = `select p.proname as name,
  format('%s(%s)%s language %s%s%s%s%s%s', quote_ident(p.proname), pg_get_function_arguments(p.oid),
    coalesce(' returns ' || pg_get_function_result(p.oid), ''), l.lanname,
    case p.provolatile when 'i' then ' immutable' when 's' then ' stable' else '' end,
    case when p.proisstrict then ' strict' else '' end, case when p.prosecdef then ' security definer' else '' end,
    case p.proparallel when 's' then ' parallel safe' when 'r' then ' parallel restricted' else '' end,
    (select string_agg(' set ' || s, '' order by s) from unnest(p.proconfig) s)) as header,
  coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body, p.prosqlbody is null as "isQuoted"
from pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = 'public'::regnamespace and ${ours('pg_proc', 'p.oid')} order by p.oid`;

const sequences = `select c.relname as name,
  format('create sequence %s as %s%s%s', quote_ident(c.relname), format_type(s.seqtypid, null),
    case when s.seqstart <> 1 then ' start with ' || s.seqstart else '' end,
    case when s.seqincrement <> 1 then ' increment by ' || s.seqincrement else '' end) as definition
from pg_sequence s join pg_class c on c.oid = s.seqrelid
where c.relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i', 'e')) order by c.oid`;

const grants = `select format('grant %s on %s %s to %s', lower(string_agg(a.privilege_type, ', ' order by a.privilege_type)),
    o.kind, o.name, case when a.grantee = 0 then 'public' else pg_get_userbyid(a.grantee)::text end) as text
from (
    select case relkind when 'S' then 'sequence' else 'table' end as kind, oid::regclass::text as name, relacl as acl,
      relowner as owner from pg_class c
      where relnamespace = 'public'::regnamespace and not relispartition and ${ours('pg_class', 'c.oid')}
    union all select 'function', oid::regprocedure::text, proacl, proowner from pg_proc p
      where pronamespace = 'public'::regnamespace and ${ours('pg_proc', 'p.oid')}) o
  cross join lateral aclexplode(o.acl) a
where a.grantee <> o.owner group by o.kind, o.name, a.grantee order by 1`;

/** Reads the catalogue of a database. Its texts are the same in each version of PostgreSQL from 15 to 18. */
export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  const rows = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => (await pool.query<T>(text)).rows;
  const extensions = await rows<{ name: string }>(
    `select extname as name from pg_extension where extname <> 'plpgsql' order by extname`,
  );
  return {
    extensions: extensions.map(({ name }) => name),
    tables: await rows<Table>(tables),
    views: await rows<View>(views),
    routines: await rows<Routine>(routines),
    sequences: await rows<Sequence>(sequences),
    grants: (await rows<{ text: string }>(grants)).map(({ text }) => text),
  };
}
