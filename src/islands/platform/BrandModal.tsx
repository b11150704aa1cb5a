import { type FormEvent, useEffect, useId, useState } from 'react';
import { CallError, call, showFailure } from '@/islands/api.ts';
import { useForm } from '@/islands/auth/form.ts';
import { uploadMedia } from '@/islands/media/upload.ts';
import { problemsOf } from '@/islands/problems.ts';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { FileField } from '@/islands/ui/FileField.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { mediaPath } from '@/lib/core/paths.ts';
import { addMediaAsSuperAdmin } from '@/lib/media/contract.ts';
import { type BrandForm as BrandState, getBrand, updateBrand } from '@/lib/platform/brand-contract.ts';
import type { CompanyRecord } from '@/lib/platform/contract.ts';
import { SOCIAL_MEDIA } from '@/lib/tokens/rules.ts';

const PICTURES = [
  ['iconId', 'Icon', 'Square, also on browser tabs', 'iconUrl'],
  ['logoId', 'Logo', 'The bare emblem', 'logoUrl'],
  ['headerLogoId', 'Header logo', 'Emblem and name side by side', 'headerLogoUrl'],
] as const;
type PictureName = (typeof PICTURES)[number][0];

export interface BrandModalProps {
  company: CompanyRecord;
  onClose: () => void;
}

/** What a company shows instead of the catalogue's entry of its token. */
export function BrandModal({ company, onClose }: BrandModalProps) {
  const [brand, setBrand] = useState<BrandState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks again
  useEffect(() => {
    let over = false;
    setFailure(null);
    call(getBrand, { id: company.id }).then(
      ({ data }) => !over && setBrand(data),
      (cause: unknown) => !over && setFailure(cause instanceof CallError ? cause.message : getBrand.failure),
    );
    return () => {
      over = true;
    };
  }, [company.id, tries]);

  if (brand) return <BrandForm company={company} brand={brand} onClose={onClose} />;
  return (
    <Modal open size="lg" onClose={onClose} title={`Brand of ${company.tokenName}`}>
      {failure === null ? (
        <p role="status">
          <span className="spinner" aria-hidden="true" /> Loading the brand...
        </p>
      ) : (
        <EmptyState drawing="error" text={failure} role="alert">
          <Button look="secondary" size="sm" icon="retry" onClick={() => setTries(tries + 1)}>
            Try again
          </Button>
        </EmptyState>
      )}
    </Modal>
  );
}

function BrandForm({ company, brand, onClose }: BrandModalProps & { brand: BrandState }) {
  const form = useForm({
    title: brand.title ?? '',
    description: brand.description ?? '',
    keywords: brand.keywords ?? '',
    footerNote: brand.footerNote ?? '',
    ...(Object.fromEntries(
      SOCIAL_MEDIA.map((name) => [name, brand.socialLinks.find((it) => it.mediaName === name)?.link ?? '']),
    ) as Record<(typeof SOCIAL_MEDIA)[number], string>),
  });
  const [kept, setKept] = useState({ iconId: brand.iconId, logoId: brand.logoId, headerLogoId: brand.headerLogoId });
  const [files, setFiles] = useState<Partial<Record<PictureName, File>>>({});
  const [progress, setProgress] = useState<{ name: PictureName; part: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const formId = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const { title, description, keywords, footerNote, ...links } = form.values;
    const socialLinks = SOCIAL_MEDIA.flatMap((mediaName) => {
      const link = links[mediaName].trim();
      return link === '' ? [] : [{ mediaName, link }];
    });
    const input = { id: company.id, version: brand.version, title, description, keywords, footerNote, socialLinks };
    const found = problemsOf(updateBrand, input);
    if (found) {
      toast.error(Object.values(found));
      // To the contract the list is one field; here each link has its own.
      const links = socialLinks.map((it) => {
        const wrong = problemsOf(updateBrand, { ...input, socialLinks: [it] })?.socialLinks;
        return wrong === undefined ? {} : { [it.mediaName]: wrong };
      });
      form.refuse(Object.assign({}, found, ...links));
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      const ids = { ...kept };
      for (const [name] of PICTURES) {
        const file = files[name];
        if (!file) continue;
        ids[name] = (
          await uploadMedia(addMediaAsSuperAdmin, file, { onProgress: (part) => setProgress({ name, part }) })
        ).id;
        // Sent once: a second try after a failure does not send it again.
        setKept({ ...ids });
        setFiles((all) => ({ ...all, [name]: undefined }));
      }
      const { message } = await call(updateBrand, { ...input, ...ids });
      toast.success(message);
      onClose();
    } catch (cause) {
      if (cause instanceof CallError) showFailure(cause);
      else toast.error(cause instanceof Error ? cause.message : updateBrand.failure);
      setRefusal(cause instanceof Error ? cause.message : updateBrand.failure);
    } finally {
      setProgress(null);
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      size="lg"
      onClose={() => !busy && onClose()}
      title={`Brand of ${company.tokenName}`}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={formId} className="company-form" method="post" noValidate onSubmit={submit}>
        <Refusal text={refusal} />
        <p className="text-sm text-muted">
          What is left empty stays as the catalogue of tokens has it, which the grey texts and the pictures show.
        </p>
        <fieldset>
          <legend>Words</legend>
          <TextField
            {...form.field('title')}
            placeholder={brand.standard.title}
            label="Title"
            required={false}
            maxLength={120}
          />
          <TextField
            {...form.field('keywords')}
            placeholder={brand.standard.keywords}
            label="Keywords"
            required={false}
            maxLength={300}
          />
          <TextArea
            {...form.field('description')}
            placeholder={brand.standard.description}
            label="Description"
            required={false}
            maxLength={300}
          />
          <TextArea
            {...form.field('footerNote')}
            placeholder={brand.standard.footerNote}
            label="Foot note"
            required={false}
            maxLength={600}
          />
        </fieldset>
        <fieldset>
          <legend>Pictures</legend>
          {PICTURES.map(([name, label, hint, standardName]) => (
            <div key={name} className="brand-picture">
              <figure className="brand-now" data-own={kept[name] !== null || undefined}>
                <img src={kept[name] ? mediaPath(kept[name]) : brand.standard[standardName]} alt="" />
                <figcaption>{kept[name] ? "The company's own" : "The catalogue's"}</figcaption>
              </figure>
              <FileField
                label={label}
                hint={`${hint}. PNG, WebP or JPG, up to 5 MB.`}
                required={false}
                accept="image/png,image/webp,image/jpeg"
                camera={false}
                file={files[name] ?? null}
                onFile={(file) => setFiles((all) => ({ ...all, [name]: file ?? undefined }))}
                progress={progress?.name === name ? progress.part : null}
                disabled={busy}
              />
              {kept[name] !== null && !files[name] && (
                <Button look="quiet" size="sm" onClick={() => setKept({ ...kept, [name]: null })}>
                  Use the catalogue's {label.toLowerCase()}
                </Button>
              )}
            </div>
          ))}
        </fieldset>
        <fieldset>
          <legend>Channels</legend>
          {SOCIAL_MEDIA.map((name) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={name}
              required={false}
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={300}
            />
          ))}
        </fieldset>
      </form>
    </Modal>
  );
}
