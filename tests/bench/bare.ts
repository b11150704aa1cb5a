/** The peer of the anonymous pages: a bare node:http server that answers the same bytes. Its port is its argument. */
import fs from 'node:fs';
import http from 'node:http';

const [port = '0', file = ''] = process.argv.slice(2);
const body = fs.readFileSync(file);
http
  .createServer((_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length });
    res.end(body);
  })
  .listen(Number(port), '127.0.0.1', () => process.stdout.write('Ready on\n'));
