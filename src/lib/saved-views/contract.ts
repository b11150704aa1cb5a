import { contract } from '../core/contract.ts';
import { boundedText, companyId, uuid } from '../core/fields.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';
import { VIEW_LISTS, VIEW_PARAMS, VIEWS_MAX } from './calls.ts';

const QUERY_LENGTH_MAX = 500;

const list = z.enum(VIEW_LISTS, 'The list must be purchases or users.');

/** Parameters with short plain values: room for filters, not for texts about people. */
const query = z
  .string('Please choose a filter or an order first.')
  .check(
    z.minLength(1, { error: 'Please choose a filter or an order first.', abort: true }),
    z.maxLength(QUERY_LENGTH_MAX, { error: 'This view has too many filters.', abort: true }),
    z.regex(
      /^[A-Za-z]+=[A-Za-z0-9.-]{1,20}(&[A-Za-z]+=[A-Za-z0-9.-]{1,20})*$/,
      'A view can only keep filters and the order.',
    ),
  );

const savedView = z.object({ id: z.string(), name: z.string(), query: z.string(), createdAt: out.time });
export type SavedView = z.output<typeof savedView>;

export const listSavedViews = contract(calls.listSavedViews, {
  input: z.object({ list, companyId }),
  output: z.object({ records: z.array(savedView) }),
  summary: `Lists the admin's own views of a list, by name: at most ${VIEWS_MAX}.`,
});

/** Whether every parameter is one of the list's, once. */
function fits(sent: { list: calls.ViewList; query: string }): boolean {
  const names = [...new URLSearchParams(sent.query).keys()];
  const known: readonly string[] = VIEW_PARAMS[sent.list];
  return new Set(names).size === names.length && names.every((name) => known.includes(name));
}

export const addSavedView = contract(calls.addSavedView, {
  input: z
    .strictObject({ list, name: boundedText('the name of the view', 1, 40), query, companyId })
    .check(z.refine(fits, { error: 'A view can only keep filters and the order of its list.', path: ['query'] })),
  output: savedView,
  summary: "Keeps filters and order of a list, as its address has them, under a name. A search can't be kept.",
  creates: true,
});

export const deleteSavedView = contract(calls.deleteSavedView, {
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: "Deletes one of the admin's own views.",
});
