/** What the server counts and shows: it knows no feature. */
import { gauge } from '../metrics/service.ts';
import { uploadsInFlight } from './uploads.ts';

export { countRefusedSignIn, countRequest, exposition } from '../metrics/service.ts';

gauge('launchbook_uploads_in_flight', 'Files that arrive, are parsed and stored, or are read.', ['state'], async () =>
  Object.entries(uploadsInFlight()).map(([state, value]) => ({ labels: { state }, value })),
);
