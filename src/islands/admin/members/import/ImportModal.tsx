import { useState } from 'react';
import type { MembersReading } from '@/lib/members/import/contract.ts';
import { FileStep } from './FileStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';

/** Imports members from a file: first the file, then what an import would do. Nothing is stored before the second step. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<File | null>(null);
  const [text, setText] = useState('');
  const [read, setRead] = useState<{ file: File; reading: MembersReading } | null>(null);
  if (read) return <PreviewStep {...read} onBack={() => setRead(null)} onClose={onClose} />;
  return (
    <FileStep
      file={source}
      text={text}
      onFile={setSource}
      onText={setText}
      onRead={(file, reading) => setRead({ file, reading })}
      onClose={onClose}
    />
  );
}
