/** Use cases called as functions, without a server: an app on a test database, and the scope of one account. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { readConfig } from '@/lib/config.ts';
import { configureMail } from '@/lib/mail/service.ts';
import { openDiskStorage } from '@/lib/media/storage.ts';
import type { Actor, App, Company, Scope } from '@/lib/scope.ts';
import { secretsOf } from '@/lib/secrets.ts';
import type { Account } from './accounts.ts';
import type { TestDatabase } from './db.ts';

export interface TestApp {
  readonly app: App;
  remove(): void;
}

export function makeApp(home: TestDatabase): TestApp {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'use-cases-'));
  const secrets = secretsOf('a secret for tests, long enough to be taken');
  configureMail({ secrets, from: 'no-reply@example.com' });
  const app: App = {
    config: readConfig({ DATA_DIR: folder }),
    isDemo: false,
    database: home.database,
    secrets,
    log: pino({ level: 'silent' }),
    storage: openDiskStorage(path.join(folder, 'uploads')),
    clusterHosts: new Map(),
    readClusterHosts: async () => new Map(),
    isCompanyHost: async () => false,
    poolerProblem: () => null,
    wakeMail: () => {},
  };
  return { app, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function scopeOf(app: App, company: Company, { id, email, memberId }: Account, kind: Actor['kind']): Scope {
  return {
    app,
    company,
    db: app.database.company(company.id),
    now: new Date(),
    actor: {
      kind,
      sessionId: id,
      id,
      role: 'USER',
      email,
      name: 'x',
      memberId,
      isApproved: true,
      profileImageId: null,
      isConfirmed: true,
      authenticatedAt: new Date(),
      passwordGivenAt: null,
      factorGraceLeft: null,
      unreadNotifications: 0,
    },
    request: { id: 'test', ip: '10.0.0.1', userAgent: '', idempotencyKey: null },
    origin: 'http://localhost',
    brand: null,
    origins: new Set(),
  };
}
