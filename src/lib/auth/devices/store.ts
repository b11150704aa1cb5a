/** SQL for the browsers that have signed in to an account. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { scopeIdOf } from '../../db/schema/schema.ts';

/** An account of a company, or a super admin (without a company). */
export interface DeviceOwner {
  readonly companyId: string | null;
  readonly accountId: string;
}

/** @param deviceHashes of the browser and the account, under the present and the previous secret */
export async function hasDevice(db: Db, companyId: string | null, deviceHashes: readonly Buffer[]): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('device_hash', 'in', deviceHashes)
    .executeTakeFirst();
  return row !== undefined;
}

const accountColumn = ({ companyId }: DeviceOwner) => (companyId === null ? 'super_admin_id' : 'user_id');

function devicesOf(db: Db, owner: DeviceOwner) {
  return db
    .deleteFrom('known_devices')
    .where('scope_id', '=', scopeIdOf(owner.companyId))
    .where(accountColumn(owner), '=', owner.accountId);
}

/** Adds the device, or notes that it was seen, and deletes all but the `devicesMax` devices seen last. */
export async function saveDevice(tx: Db, owner: DeviceOwner, deviceHash: Buffer, devicesMax: number): Promise<void> {
  const { companyId, accountId } = owner;
  const scopeId = scopeIdOf(companyId);
  const seen = await tx
    .updateTable('known_devices')
    .set({ seen_at: sql<Date>`now()` })
    .where('scope_id', '=', scopeId)
    .where('device_hash', '=', deviceHash)
    .returning('device_hash')
    .executeTakeFirst();
  if (seen) return;
  await tx
    .insertInto('known_devices')
    .values({
      device_hash: deviceHash,
      scope_id: scopeId,
      company_id: companyId,
      user_id: companyId === null ? null : accountId,
      super_admin_id: companyId === null ? accountId : null,
    })
    // Another sign-in of the same browser may insert it in this instant.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await devicesOf(tx, owner)
    .where('device_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('device_hash')
        .where('scope_id', '=', scopeId)
        .where(accountColumn(owner), '=', accountId)
        .orderBy('seen_at', 'desc')
        .offset(devicesMax),
    )
    .execute();
}

export async function deleteDevicesOf(tx: Db, owner: DeviceOwner): Promise<void> {
  await devicesOf(tx, owner).execute();
}

export async function deleteOldDevices(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('seen_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
