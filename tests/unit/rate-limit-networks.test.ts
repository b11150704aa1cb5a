import { expect, test } from 'vitest';
import { networkOf } from '@/lib/rate-limits/network.rules.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', null],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002:1:2:3:4', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::ffff:203.0.113.7', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8::1::2', '2001:db8::1::2', null],
  ['2001:db8', '2001:db8', null],
  ['', '', null],
])('the network of %j is %j, within %j', (ip, narrow, wide) => {
  expect(networkOf(ip)).toEqual({ narrow, wide });
});
