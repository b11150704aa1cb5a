/** Read for its effect by whatever parses in a browser: the content security policy forbids the `new Function` of zod. */
import * as z from 'zod/mini';

z.config({ jitless: true });
