import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { uploadMedia } from '@/islands/media/upload.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { FileField } from '@/islands/ui/FileField.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { type Form, useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { mediaPath } from '@/lib/core/paths.ts';
import { addMediaAsSuperAdmin } from '@/lib/media/calls.ts';
import { getBrand } from '@/lib/superadmin/brand/calls.ts';
import { type BrandForm as BrandState, updateBrand } from '@/lib/superadmin/brand/contract.ts';
import type { CompanyRecord } from '@/lib/superadmin/companies/contract.ts';
import { SOCIAL_MEDIA } from '@/lib/tokens/contract.ts';

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
  const { data: brand, error, retry } = useFetched(getBrand, { id: company.id }, undefined, () => {});
  if (brand) return <BrandForm company={company} brand={brand} onClose={onClose} />;
  return (
    <Modal open size="lg" onClose={onClose} title={`Brand of ${company.tokenName}`}>
      {error === null ? (
        <p role="status">
          <span className="spinner" aria-hidden="true" /> Loading the brand...
        </p>
      ) : (
        <LoadError text={error} onRetry={retry} />
      )}
    </Modal>
  );
}

function valuesOf(brand: BrandState) {
  const links = SOCIAL_MEDIA.map((name) => [name, brand.socialLinks.find((it) => it.mediaName === name)?.link ?? '']);
  return {
    title: brand.title ?? '',
    description: brand.description ?? '',
    keywords: brand.keywords ?? '',
    footerNote: brand.footerNote ?? '',
    ...(Object.fromEntries(links) as Record<(typeof SOCIAL_MEDIA)[number], string>),
  };
}
type BrandValues = ReturnType<typeof valuesOf>;

function inputOf({ title, description, keywords, footerNote, ...links }: BrandValues) {
  const socialLinks = SOCIAL_MEDIA.flatMap((mediaName) => {
    const link = links[mediaName].trim();
    return link === '' ? [] : [{ mediaName, link }];
  });
  return { title, description, keywords, footerNote, socialLinks };
}

/** For the contract the links are one field; the form has one for each. */
function problemsIn(input: ReturnType<typeof inputOf>): Record<string, string> | null {
  const problems = problemsOf(updateBrand, input);
  if (!problems?.socialLinks) return problems;
  const { socialLinks, ...others } = problems;
  const links = input.socialLinks.flatMap((link) => {
    const problem = problemsOf(updateBrand, { ...input, socialLinks: [link] })?.socialLinks;
    return problem === undefined ? [] : [[link.mediaName, problem]];
  });
  return { ...others, ...(links.length > 0 ? Object.fromEntries(links) : { socialLinks }) };
}

/** The stored pictures, and the chosen files that replace them. */
function usePictures({ iconId, logoId, headerLogoId }: BrandState) {
  const [ids, setIds] = useState({ iconId, logoId, headerLogoId });
  const [files, setFiles] = useState<Partial<Record<PictureName, File>>>({});
  const [progress, setProgress] = useState<{ name: PictureName; part: number } | null>(null);

  /** Sends each file once: a second try after a failure does not send it again. */
  async function upload(): Promise<typeof ids> {
    const stored = { ...ids };
    try {
      for (const [name] of PICTURES) {
        const file = files[name];
        if (!file) continue;
        const onProgress = (part: number): void => setProgress({ name, part });
        stored[name] = (await uploadMedia(addMediaAsSuperAdmin, file, { onProgress })).id;
        setIds({ ...stored });
        setFiles((all) => ({ ...all, [name]: undefined }));
      }
      return stored;
    } finally {
      setProgress(null);
    }
  }

  return { ids, setIds, files, setFiles, progress, upload };
}

function BrandForm({ company, brand: current, onClose }: BrandModalProps & { brand: BrandState }) {
  // What the form began with: a later version must not be overwritten unseen.
  const [brand] = useState(current);
  const form = useForm(valuesOf(brand));
  const pictures = usePictures(brand);
  const input = { id: company.id, version: brand.version, ...inputOf(form.values) };
  const submission = useSubmit({
    form,
    check: () => problemsIn(input),
    send: async () => call(updateBrand, { ...input, ...(await pictures.upload()) }),
    refreshes: [getBrand],
    onDone: onClose,
  });

  return (
    <FormModal
      submission={submission}
      size="lg"
      title={`Brand of ${company.tokenName}`}
      verb="Save"
      busyText="Saving..."
      className="fieldsets"
      onClose={onClose}
    >
      <p className="text-sm text-muted">Leave empty to use the default shown in grey and in the pictures.</p>
      <TextFields form={form} standard={brand.standard} />
      <PictureFields pictures={pictures} standard={brand.standard} disabled={submission.busy} />
      <fieldset>
        <legend>Channels</legend>
        {SOCIAL_MEDIA.map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={SOCIAL_LABELS[name]}
            required={false}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={300}
          />
        ))}
      </fieldset>
    </FormModal>
  );
}

interface TextFieldsProps {
  form: Form<BrandValues>;
  standard: BrandState['standard'];
}

function TextFields({ form, standard }: TextFieldsProps) {
  return (
    <fieldset>
      <legend>Words</legend>
      <TextField {...form.field('title')} placeholder={standard.title} label="Title" required={false} maxLength={120} />
      <TextField
        {...form.field('keywords')}
        placeholder={standard.keywords}
        label="Keywords"
        required={false}
        maxLength={300}
      />
      <TextArea
        {...form.field('description')}
        placeholder={standard.description}
        label="Description"
        required={false}
        maxLength={300}
      />
      <TextArea
        {...form.field('footerNote')}
        placeholder={standard.footerNote}
        label="Foot note"
        required={false}
        maxLength={600}
      />
    </fieldset>
  );
}

const SOCIAL_LABELS: Readonly<Record<(typeof SOCIAL_MEDIA)[number], string>> = {
  youtube: 'YouTube',
  facebook: 'Facebook',
  instagram: 'Instagram',
  telegram: 'Telegram',
  whatsApp: 'WhatsApp',
  X: 'X',
};

interface PictureFieldsProps {
  pictures: ReturnType<typeof usePictures>;
  standard: BrandState['standard'];
  disabled: boolean;
}

function PictureFields({ pictures, standard, disabled }: PictureFieldsProps) {
  const { ids, setIds, files, setFiles, progress } = pictures;
  return (
    <fieldset>
      <legend>Pictures</legend>
      {PICTURES.map(([name, label, hint, standardName]) => (
        <div key={name} className="grid justify-items-start gap-1 [&>.field]:w-full">
          <figure className="mb-2 flex items-center gap-3 text-xs text-muted">
            <img
              className="h-10 w-auto max-w-40 object-contain"
              src={ids[name] ? mediaPath(ids[name]) : standard[standardName]}
              alt=""
            />
            <figcaption>{ids[name] ? "The company's own" : "The catalogue's"}</figcaption>
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
            disabled={disabled}
          />
          {ids[name] !== null && !files[name] && (
            <Button look="quiet" size="sm" onClick={() => setIds({ ...ids, [name]: null })}>
              Use the catalogue's {label.toLowerCase()}
            </Button>
          )}
        </div>
      ))}
    </fieldset>
  );
}
