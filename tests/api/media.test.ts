import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { mediaCorpus } from '../support/media-corpus.ts';
import { canary, exifSegment, html, jpeg, pdf } from '../support/media-files.ts';
import { fileForm, picture, upload } from '../support/purchases.ts';
import { type CallOptions, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
let stranger: Account;
let admin: Account;
let superAdmin: Account;
beforeAll(async () => {
  site = await startSite();
  [member, stranger] = [await makeMember(site), await makeMember(site)];
  [admin, superAdmin] = [await makeAdmin(site), await makeSuper(site)];
});
afterAll(() => site?.remove());

const ADD = '/api/v1/user/media/add';
const add = (body: unknown, who: Account, where = ADD) =>
  site.call('POST', where, { body, token: who.token, ip: freshIp() });
const open = (id: string, options: CallOptions = {}) =>
  site.call('GET', `/api/v1/media/${id}`, { ip: freshIp(), ...options });

describe('upload', () => {
  it('returns a list whose first item has id and url', async () => {
    for (const [area, who] of [
      ['user', member],
      ['admin', admin],
      ['superadmin', superAdmin],
    ] as const) {
      const answer = await add(fileForm(), who, `/api/v1/${area}/media/add`);
      const id = answer.body.data?.[0]?.id;
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: true, message: 'File uploaded successfully', data: [{ id, url: `/api/v1/media/${id}` }] },
      ]);
      const own = await site.call('GET', `/api/v1/media/${id}`, { token: who.token });
      expect(own.status).toBe(200);
    }
  });

  it('each area is for its own kind of account', async () => {
    for (const [area, wrong] of [
      ['user', admin],
      ['admin', member],
      ['superadmin', admin],
    ] as const) {
      expect((await add(fileForm(), wrong, `/api/v1/${area}/media/add`)).status).toBe(403);
      expect((await site.call('POST', `/api/v1/${area}/media/add`, { body: fileForm(), ip: freshIp() })).status).toBe(
        401,
      );
    }
  });

  it('accepts a file by its bytes, whatever its name and type; refuses everything else in the corpus', async () => {
    const uploader = await makeMember(site);
    for (const sample of mediaCorpus()) {
      const answer = await add(fileForm(sample.bytes, 'photo.jpg', 'image/jpeg'), uploader);
      expect([sample.name, answer.status]).toEqual([sample.name, sample.verdict === 'refused' ? 422 : 200]);
    }
  });

  it('removes the location from a photo', async () => {
    const photo = jpeg({ head: [exifSegment(1)] });
    expect(Buffer.from(photo).includes(canary)).toBe(true);
    const answer = await add(fileForm(photo), member);
    const id = answer.body.data[0].id;
    const file = path.join(site.dataDir, 'uploads', id.slice(-2), id.slice(-4, -2), id);
    expect(fs.readFileSync(file).includes(canary)).toBe(false);
    expect(fs.statSync(file).mode & 0o077).toBe(0);
  });

  it.each([
    [
      'HTML under the name of a picture',
      () => fileForm(new TextEncoder().encode(html), 'proof.jpg', 'image/jpeg'),
      422,
    ],
    ['nothing', () => fileForm(new Uint8Array()), 422],
    ['no file', () => new FormData(), 422],
    [
      'a file under another field',
      () => {
        const form = new FormData();
        form.append('media', new File(['x'], 'x.png'));
        return form;
      },
      422,
    ],
    [
      'two files',
      () => {
        const form = fileForm();
        form.append('medias', new File(['x'], 'x.png'));
        return form;
      },
      422,
    ],
    ['more than 5 MiB', () => fileForm(new Uint8Array(5 * 1024 * 1024 + 1)), 422],
    ['JSON', () => ({ medias: 'x' }), 415],
  ])('refuses %s', async (_, body, status) => {
    const answer = await add(body(), member);
    expect([answer.status, answer.body.status]).toEqual([status, false]);
  });
});

describe('download', () => {
  it('serves the same bytes, inert and private', async () => {
    const bytes = picture();
    const id = await upload(site, member, bytes);
    const response = await fetch(`${site.url}/api/v1/media/${id}`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="proof.png"; filename*=UTF-8''proof.png`,
    });
    const etag = response.headers.get('etag') ?? '';
    const again = await open(id, { token: member.token, headers: { 'If-None-Match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await open(id, { token: stranger.token, headers: { 'If-None-Match': etag } })).status).toBe(404);
  });

  it('serves documents only as a download, under a safe name', async () => {
    const answer = await add(fileForm(pdf(), '../../rech"nung\r\nX: y‮.pdf'), member);
    const served = await open(answer.body.data[0].id, { token: member.token });
    expect(served.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\/\r\n]+\.pdf"; filename\*=UTF-8''[\w%.-]+$/,
    );
    expect(served.headers.get('content-type')).toBe('application/pdf');
  });

  it('shows a PDF only in a frame of our own pages, in the same sandbox', async () => {
    const sent = await add(fileForm(pdf(), 'proof.pdf'), member);
    const image = await upload(site, member);
    const framed = async (id: string, destination: string, from: string) => {
      const { headers } = await open(id, {
        token: member.token,
        headers: { 'Sec-Fetch-Dest': destination, 'Sec-Fetch-Site': from },
      });
      const policy = headers.get('content-security-policy');
      return [headers.get('content-disposition')?.split(';')[0], policy, headers.get('x-frame-options')];
    };
    const id = sent.body.data[0].id;
    const inert = "default-src 'none'; sandbox";
    expect(await framed(id, 'iframe', 'same-origin')).toEqual([
      'inline',
      `${inert}; frame-ancestors 'self'`,
      'SAMEORIGIN',
    ]);
    for (const [destination, from] of [
      ['iframe', 'cross-site'],
      ['iframe', 'same-site'],
      ['document', 'same-origin'],
      ['embed', 'same-origin'],
    ] as const)
      expect(await framed(id, destination, from)).toEqual(['attachment', inert, 'DENY']);
    expect(await framed(image, 'iframe', 'same-origin')).toEqual(['inline', inert, 'DENY']);
  });

  it('is for the owner, an admin of the company and the super admin; everyone else gets the same 404', async () => {
    const id = await upload(site, member);
    const foreignCompany = await makeCompany(site);
    const cases: [string, CallOptions, number][] = [
      ['the owner', { token: member.token }, 200],
      ['the owner by cookie', { cookie: member.cookie }, 200],
      ['an admin', { token: admin.token }, 200],
      ['an admin by cookie', { cookie: admin.cookie }, 200],
      ['a super admin', { token: superAdmin.token }, 200],
      ['a super admin by cookie', { cookie: superAdmin.cookie }, 200],
      ['both cookies, the admin’s opens it', { cookie: `${stranger.cookie}; ${admin.cookie}` }, 200],
      ['both cookies, the owner’s opens it', { cookie: `${member.cookie}; accessToken=gone` }, 200],
      ['nobody', {}, 404],
      ['another member', { token: stranger.token }, 404],
      ['another member by cookie', { cookie: stranger.cookie }, 404],
      ['an admin on the user side', { token: (await makeMember(site, { role: 'ADMIN' })).token }, 404],
      ['a bad cookie', { cookie: 'authToken=x' }, 404],
      ['a bad header', { token: 'x' }, 401],
      ['a bad header beside a good cookie', { token: 'x', cookie: member.cookie }, 401],
      ['a blocked owner', { token: (await makeMember(site, { status: 'BLOCKED' })).token }, 401],
      ['an admin of another company', { token: (await makeAdmin(site, { companyId: foreignCompany })).token }, 401],
    ];
    for (const [who, options, status] of cases) expect([who, (await open(id, options)).status]).toEqual([who, status]);
    const hidden = await open(id, { token: stranger.token });
    for (const other of ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'x', '..%2f..%2fsecrets', '%00']) {
      const missing = await open(other, { token: stranger.token });
      expect([missing.status, { ...missing.body, requestId: '' }]).toEqual([404, { ...hidden.body, requestId: '' }]);
    }
    expect(hidden.body).toMatchObject({ message: 'File not found.', code: 'not_found' });
  });

  it('a file of another company is not served to members or admins of this one', async () => {
    const foreign = await makeCompany(site);
    const id = await upload(site, member);
    await site.database.platform.updateTable('media').set({ company_id: foreign }).where('id', '=', id).execute();
    expect((await open(id, { token: member.token })).status).toBe(404);
    expect((await open(id, { token: admin.token })).status).toBe(404);
    expect((await open(id, { token: superAdmin.token })).status).toBe(200);
  });

  it('a file without bytes gets 404', async () => {
    const id = await upload(site, member);
    fs.rmSync(path.join(site.dataDir, 'uploads', id.slice(-2), id.slice(-4, -2), id));
    expect((await open(id, { token: member.token })).status).toBe(404);
  });

  it('has no side effect', async () => {
    const id = await upload(site, member);
    const answer = await site.call('DELETE', `/api/v1/media/${id}`, { token: member.token });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await site.call('HEAD', `/api/v1/media/${id}`, { token: member.token });
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
