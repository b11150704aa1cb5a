import { useFetched } from '@/islands/data.ts';
import { Hash } from '@/islands/ui/Hash.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { formatBytes, formatQuantity } from '@/lib/core/format.ts';
import { getPack } from '@/lib/launch/calls.ts';
import type { Launch, LaunchPack } from '@/lib/launch/contract.ts';

const ROOTS = [
  ['openzeppelin', 'OpenZeppelin'],
  ['uniswap', 'Uniswap'],
  ['sablier', 'Sablier'],
] as const;

/** The launch pack: how far it is, why it failed, or its roots and files. */
export function PackCard({ pack, initial }: { pack: NonNullable<Launch['pack']>; initial: LaunchPack | undefined }) {
  return (
    <section className="card grid gap-4" aria-label="Launch pack">
      <h2 className="card-title">Launch pack</h2>
      {pack.status === 'MAKING' && (
        <div className="grid gap-2">
          <p id="pack-progress">The pack is being made. You can leave this page.</p>
          <progress className="bar" aria-labelledby="pack-progress" max={100} value={pack.progress} />
        </div>
      )}
      {pack.status === 'FAILED' && (
        <p className="flex gap-3" role="alert">
          <Icon name="warning" size={24} className="text-warning" />
          <span className="min-w-0 wrap-anywhere">The pack was not made. {pack.failure}</span>
        </p>
      )}
      {pack.status === 'READY' && <ReadyPack packId={pack.packId} initial={initial} />}
    </section>
  );
}

function ReadyPack({ packId, initial }: { packId: string; initial: LaunchPack | undefined }) {
  const { data, error, retry } = useFetched(getPack, { packId }, initial);
  if (error !== null) return <LoadError text={error} onRetry={retry} />;
  if (!data) return <p role="status">Loading the pack…</p>;
  return (
    <>
      <p>
        {data.holders !== null && `${formatQuantity(data.holders)} ${data.holders === 1 ? 'wallet' : 'wallets'}. `}
        Compare the sums before you send tokens, and use one of the ways only.
      </p>
      <dl className="grid gap-3 sm:grid-cols-3">
        {ROOTS.map(([kind, label]) => (
          <div key={kind} className="grid gap-0.5">
            <dt className="text-sm text-muted">Root for {label}</dt>
            <dd>
              <Hash value={data.roots?.[kind] ?? ''} what={`root for ${label}`} />
            </dd>
          </div>
        ))}
      </dl>
      <Files files={data.files} />
    </>
  );
}

function Files({ files }: Pick<LaunchPack, 'files'>) {
  return (
    <ul className="grid gap-1" aria-label="Files">
      {files.map(({ name, bytes, sha256, url }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-4">
          <a className="link inline-flex min-h-11 items-center" href={url} download={name}>
            {name}
          </a>
          <span className="text-sm text-muted">{formatBytes(bytes)}</span>
          <span className="text-sm text-muted">
            SHA-256 <Hash value={sha256} what={`SHA-256 of ${name}`} />
          </span>
        </li>
      ))}
    </ul>
  );
}
