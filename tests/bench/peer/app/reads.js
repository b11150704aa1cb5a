/** The statements of the page: first the one that finds the session, then the others at the same time. */
import pg from 'pg';
import reads from '../reads.json';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 14 });
const send = ({ text, values }, nth) => pool.query({ name: `r${nth}`, text, values });

export async function read() {
  const [session, ...others] = reads;
  await send(session, 0);
  await Promise.all(others.map((it, nth) => send(it, nth + 1)));
}
