import { Button } from '@/islands/ui/Button.tsx';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';

/** Shows a new key or secret this once. @param what 'API key' or 'Secret' */
export function SecretModal({ what, secret, onClose }: { what: string; secret: string; onClose: () => void }) {
  return (
    <Modal open title={`${what} made`} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="grid gap-4">
        <p>Copy it now and keep it where the program keeps its secrets. It is not shown again.</p>
        <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken p-4">
          <code className="wrap-anywhere min-w-0 flex-1">{secret}</code>
          <CopyButton text={secret} what={what} word />
        </div>
      </div>
    </Modal>
  );
}
