/** SQL for the browsers that have signed in to an account. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** An account of a company, or a super admin (without a company). */
export interface DeviceOwner {
  readonly companyId: string | null;
  readonly accountId: string;
}

/** @param deviceHashes of the browser and the account, under the present and the previous secret */
export async function hasDevice(db: Db, deviceHashes: readonly Buffer[]): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('device_hash', 'in', deviceHashes)
    .executeTakeFirst();
  return row !== undefined;
}

function devicesOf(db: Db, accountId: string) {
  return db
    .deleteFrom('known_devices')
    .where((eb) => eb.or([eb('user_id', '=', accountId), eb('super_admin_id', '=', accountId)]));
}

/** Adds the device, or notes that it was seen, and deletes all but the `devicesMax` devices seen last. */
export async function saveDevice(
  tx: Db,
  { companyId, accountId }: DeviceOwner,
  deviceHash: Buffer,
  devicesMax: number,
): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({
      device_hash: deviceHash,
      company_id: companyId,
      user_id: companyId === null ? null : accountId,
      super_admin_id: companyId === null ? accountId : null,
    })
    .onConflict((conflict) => conflict.column('device_hash').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
  await devicesOf(tx, accountId)
    .where('device_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('device_hash')
        .where((where) => where.or([where('user_id', '=', accountId), where('super_admin_id', '=', accountId)]))
        .orderBy('seen_at', 'desc')
        .offset(devicesMax),
    )
    .execute();
}

export async function deleteDevicesOf(tx: Db, accountId: string): Promise<void> {
  await devicesOf(tx, accountId).execute();
}

export async function deleteOldDevices(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('seen_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
