/** A request and its answer for each call, as the page for programmers shows them. */
import { type ExampleToken, inputExample, outputExample } from './examples.ts';
import { CALLS, type NamedContract } from './operations.ts';

export interface Sample {
  readonly request: string;
  readonly answer: string;
}

function requestOf(call: NamedContract, token: ExampleToken): string {
  const { contract } = call;
  const input = contract.from === 'upload' ? {} : inputExample(call, token);
  const path = contract.path.replace(/\[(\w+)\]/g, (_, name: string) => String(input[name] ?? name));
  const query = contract.from === 'query' ? new URLSearchParams(input as Record<string, string>).toString() : '';
  const lines = [`${contract.method} ${path}${query && `?${query}`}`];
  if (contract.access !== 'public') lines.push('Authorization: <token>');
  if (contract.from === 'upload') lines.push('Content-Type: multipart/form-data', '', 'medias=<file>');
  else if (contract.from !== 'query') lines.push('Content-Type: application/json', '', JSON.stringify(input, null, 2));
  return lines.join('\n');
}

function answerOf(call: NamedContract, token: ExampleToken): string {
  const { answers, success } = call.contract;
  if (answers) return `<file>, as ${answers.join(' or ')}`;
  const data = outputExample(call, token);
  return JSON.stringify({ status: true, message: success ?? 'OK', ...(data === null ? {} : { data }) }, null, 2);
}

/** By the names of the calls. Pauses after each call, so that a caller can let other work run in between. */
export function* sampling(token: ExampleToken): Generator<undefined, ReadonlyMap<string, Sample>> {
  const samples = new Map<string, Sample>();
  for (const call of CALLS) {
    samples.set(call.name, { request: requestOf(call, token), answer: answerOf(call, token) });
    yield;
  }
  return samples;
}
