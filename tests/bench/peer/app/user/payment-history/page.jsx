import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { read } from '../../reads.js';
import { Body } from '../../tree.jsx';

/** Rendered for each request, as a page behind a sign-in is. */
export default async function Page() {
  const jar = await cookies();
  if (!jar.has('authToken')) redirect('/');
  await read();
  return <Body />;
}
