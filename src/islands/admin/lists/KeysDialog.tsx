import { Button } from '@/islands/ui/Button.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { KEY_GROUPS } from './keys.ts';

/** Every key of the lists and desks of an admin. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Keys"
      closeOnBackdrop
      footer={
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className="grid gap-5" tabIndex={0} aria-label="All keys">
        {KEY_GROUPS.map(({ title, keys }) => (
          <section key={title} className="grid gap-2">
            <h3 className="text-base font-semibold">{title}</h3>
            <dl className="facts">
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>{what}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Modal>
  );
}
