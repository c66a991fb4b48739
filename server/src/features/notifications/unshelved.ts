/** The part of a transaction of the pipeline that this needs. */
interface Transaction {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/**
 * Removes the acknowledgements of events whose shelf has ended while they were active, in the transaction that ends it:
 * they notify again and need a new one. The audit log keeps the former.
 */
export async function requireNewAcknowledgement(
  transaction: Transaction,
  changes: readonly { readonly kind: string; readonly id: number; readonly deviceId: number }[],
): Promise<void> {
  const unshelved = changes.filter((change) => change.kind === 'unshelved');
  if (unshelved.length === 0) return;
  await transaction.query(
    `update event e set acknowledged_by = null, acknowledged_user = null, acknowledged_at = null,
       acknowledged_comment = null
     from unnest($1::int[], $2::bigint[]) as u (device_id, id)
     where e.device_id = u.device_id and e.id = u.id and e.acknowledged_at is not null`,
    [unshelved.map((change) => change.deviceId), unshelved.map((change) => change.id)],
  );
}
