/** Access to the mails of an installation without a mail server, which contain sign-in codes. */
import { expect, test } from 'vitest';
import { mayShowMailbox } from '../../src/lib/mail/mailbox.ts';

const LOCAL = { smtpUrl: null, siteUrl: null, dataDir: '/nowhere' };

test.each([
  ['this machine, IPv4', '127.0.0.1', {}, true],
  ['this machine, another of its addresses', '127.1.2.3', {}, true],
  ['this machine, IPv6', '::1', {}, true],
  ['a neighbour', '192.168.1.7', {}, false],
  ['a name that only begins like it', '127.0.0.1.example.com', {}, false],
  ['nothing', '', {}, false],
  ['this machine, with a mail server', '127.0.0.1', { smtpUrl: 'smtp://mail.example.com' }, false],
  ['this machine, by a loopback name', '127.0.0.1', { siteUrl: 'http://localhost:4321' }, true],
  ['this machine, by a loopback IPv6 name', '::1', { siteUrl: 'http://[::1]:4321' }, true],
  ['a proxy on this machine before a public site', '127.0.0.1', { siteUrl: 'https://sale.example.com' }, false],
])('%s', (_, ip, setting, isShown) => {
  expect(mayShowMailbox({ ...LOCAL, ...setting }, { ip, isForwarded: false })).toBe(isShown);
  expect(mayShowMailbox({ ...LOCAL, ...setting }, { ip, isForwarded: true })).toBe(false);
});
