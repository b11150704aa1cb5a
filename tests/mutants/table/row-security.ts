import type { Mutant } from '../mutant.ts';

export const ROW_SECURITY: readonly Mutant[] = [
  {
    name: 'policy-without-company',
    file: 'src/lib/db/migrations/0150_company_binding.sql',
    text: 'TO launchbook_app USING (%I = (SELECT current_company())) WITH CHECK (%I = (SELECT current_company()))',
    replacement: 'TO launchbook_app USING (%I IS NOT NULL) WITH CHECK (%I IS NOT NULL)',
    cost: 'a forgotten condition shows the rows of every company',
    project: 'api',
    test: 'tests/api/row-security.test.ts',
    title: 'each policy compares the company of the row with that of the connection',
  },
  {
    name: 'policy-for-reading-alone',
    file: 'src/lib/db/migrations/0150_company_binding.sql',
    text: 'TO launchbook_app USING (%I = (SELECT current_company())) WITH CHECK (%I = (SELECT current_company()))',
    replacement: 'TO launchbook_app USING (%I = (SELECT current_company())) WITH CHECK (%I IS NOT NULL)',
    cost: 'a company writes rows of another',
    project: 'api',
    test: 'tests/api/row-security.test.ts',
    title: 'each policy compares the company of the row with that of the connection',
  },
  {
    name: 'binding-without-mac',
    file: 'src/lib/db/binding.ts',
    text: '.update(bytes).update(id).update(bytes)',
    replacement: '.update(id)',
    cost: 'injected SQL binds itself to another company',
    project: 'api',
    test: 'tests/api/row-security.test.ts',
    title: 'sees its own rows and no others',
  },
  {
    name: 'session-of-the-company-before',
    file: 'src/lib/db/binding.ts',
    text: "    isUsed && client.query('DISCARD ALL'),\n",
    replacement: '',
    cost: 'what one company left in a session acts in another',
    project: 'attack',
    test: 'tests/api/attack-m6.test.ts',
    title: 'leaves nothing in the session for the request of another company',
  },
];
