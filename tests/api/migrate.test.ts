/** Migrations of a database that has them, or some of them, or others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Migration, migrate, migrations } from '../../src/lib/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const newest = migrations.at(-1) as Migration;
const added = (nth: number): Migration => ({
  name: `9999_${nth}.sql`,
  text: `CREATE TABLE added_${nth} (id int)`,
  checksum: `of ${nth}`,
});
const run = (list: readonly Migration[] = migrations): Promise<string[]> => migrate(database.database.platform, list);

test('none is applied twice', async () => {
  expect(await run()).toEqual([]);
});

test('one that was changed after it was applied is refused, and what comes after it is not applied', async () => {
  const list = [...migrations.slice(0, -1), { ...newest, checksum: 'another' }, added(1)];
  await expect(run(list)).rejects.toThrow(
    `Migration ${newest.name} was changed after it was applied. Restore the file and add a new one.`,
  );
  expect(await run([...migrations, added(1)])).toEqual(['9999_1.sql']);
});

test('a database that is ahead of the program is refused', async () => {
  await expect(run()).rejects.toThrow('The database is ahead of this program (9999_1.sql). Start a newer version.');
});

test('programs that start together apply each once', async () => {
  const list = [...migrations, added(1), added(2), added(3)];
  const applied = await Promise.all(Array.from({ length: 4 }, () => run(list)));
  expect(applied.flat().sort()).toEqual(['9999_2.sql', '9999_3.sql']);
});
