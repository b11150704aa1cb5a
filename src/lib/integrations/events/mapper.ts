import type { CompanyEvent } from './contract.ts';
import { eventType, subjectKind } from './rules.ts';
import type { EventRow } from './store.ts';

export function eventView(row: EventRow): CompanyEvent {
  return {
    cursor: String(row.position),
    type: eventType(row.action),
    timestamp: row.createdAt.toISOString(),
    data: { kind: subjectKind(row.subjectKind), id: row.subjectId },
  };
}
